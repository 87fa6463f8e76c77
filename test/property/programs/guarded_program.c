/* Programs behind guards: a shape is drawn, then its sizes. */
#include "test/property/programs/guarded_program.h"
#include "test/property/programs/program_text.h"

#include <stdio.h>

enum { ARRAYS = 3, DIGITS = 3 };

typedef struct writer {
  program_text out;
  long long extents[DIGITS];
  int threads;
} writer;

static void put_arrays(writer *w, const long long *extents, int count, bool with_bases) {
  for (int a = 0; a < ARRAYS; a++) {
    program_put(&w->out, "array a%d element 8 extents", a);
    for (int d = 0; d < count; d++)
      program_put(&w->out, " %lld", extents[d]);
    if (with_bases)
      program_put(&w->out, " base %lld", (1LL << 36) + ((long long)a << 24) + 8 * program_draw(&w->out, 0, 4095));
    program_put(&w->out, "\n");
  }
}

static void put_schedule(writer *w) {
  program_put(&w->out, " parallel schedule static");
  if (program_draw(&w->out, 0, 2))
    program_put(&w->out, " %lld", program_draw(&w->out, 1, 12));
  program_put(&w->out, " threads %d\n", w->threads);
}

/* Of the points of a matrix, those with this condition go to one array, the others to another one. */
static void put_halves(writer *w, const char *condition, const char *otherwise) {
  program_put(&w->out, "    if %s\n      read a0[i, j]\n      write a2[i, j]\n    end\n", condition);
  program_put(&w->out, "    if %s\n      read a1[i, j]\n%s    end\n", otherwise,
              program_draw(&w->out, 0, 1) ? "      write a2[i, j]\n" : "");
}

static void put_matrix_halves(writer *w) {
  char condition[64], otherwise[64];
  long long m = program_draw(&w->out, 2, 5), c = program_draw(&w->out, 0, 3);
  const char *by = program_draw(&w->out, 0, 1) ? "i" : "j";
  long long middle = w->extents[1] / 2;
  snprintf(condition, sizeof condition, "%s %% %lld - 1", by, m);
  snprintf(otherwise, sizeof otherwise, "0 - %s %% %lld", by, m);
  if (c == 0) {
    snprintf(condition, sizeof condition, "i - j - 1");
    snprintf(otherwise, sizeof otherwise, "j - i");
  } else if (c == 1) {
    snprintf(condition, sizeof condition, "j - %lld", middle);
    snprintf(otherwise, sizeof otherwise, "%lld - j", middle - 1);
  }
  program_put(&w->out, "loop r = 0 .. %lld\nloop i = 0 .. %lld", program_draw(&w->out, 0, 2), w->extents[0] - 1);
  put_schedule(w);
  program_put(&w->out, "  loop j = 0 .. %lld\n", w->extents[1] - 1);
  put_halves(w, condition, otherwise);
  program_put(&w->out, "  end\nend\nend\n");
}

static void put_product(writer *w) {
  program_put(&w->out, "loop i = 0 .. %lld", w->extents[0] - 1);
  put_schedule(w);
  program_put(&w->out, "  loop j = 0 .. %lld\n  loop k = 0 .. %lld\n", w->extents[1] - 1, w->extents[0] - 1);
  program_put(&w->out, "    if k - i - 1\n      read a0[k, j]\n      write a2[i, j]\n    end\n");
  program_put(&w->out, "    if i - k\n      read a1[k, j]\n      write a2[i, j]\n    end\n  end\n  end\nend\n");
}

static void put_red_black(writer *w) {
  program_put(&w->out, "loop r = 0 .. %lld\nloop colour = 0 .. 1\nloop i = 1 .. %lld", program_draw(&w->out, 0, 2),
              w->extents[0] - 2);
  put_schedule(w);
  program_put(&w->out, "  loop j = 1 .. %lld\n    if (i + j) %% 2 - colour, colour - (i + j) %% 2\n",
              w->extents[1] - 2);
  program_put(&w->out,
              "      read a0[i - 1, j]\n      read a0[i + 1, j]\n      read a0[i, j - 1]\n      read a0[i, j + 1]\n");
  program_put(&w->out, "      write a0[i, j]\n    end\n  end\nend\nend\nend\n");
}

/* t = (i * extents[1] + j) * extents[2] + k; guards of both ends of each digit, together or each for its neighbour. */
static void put_flat(writer *w) {
  const long long *e = w->extents;
  long long plane = e[1] * e[2];
  char digits[DIGITS][64];
  long long steps[DIGITS] = {plane, e[2], 1};
  snprintf(digits[0], sizeof digits[0], "t / %lld", plane);
  snprintf(digits[1], sizeof digits[1], "t / %lld %% %lld", e[2], e[1]);
  snprintf(digits[2], sizeof digits[2], "t %% %lld", e[2]);
  program_put(&w->out, "loop r = 0 .. %lld\nloop t = 0 .. %lld", program_draw(&w->out, 0, 2), e[0] * plane - 1);
  put_schedule(w);
  if (program_draw(&w->out, 0, 1)) {
    program_put(&w->out, "  if");
    for (int d = 0; d < DIGITS; d++)
      program_put(&w->out, "%s %s - 1, %lld - %s", d ? "," : "", digits[d], e[d] - 2, digits[d]);
    program_put(&w->out, "\n    write a1[%s, %s, %s]\n", digits[0], digits[1], digits[2]);
    for (int d = 0; d < DIGITS; d++)
      program_put(&w->out, "    read a0 @ 8*t - %lld\n    read a0 @ 8*t + %lld\n", 8 * steps[d], 8 * steps[d]);
    program_put(&w->out, "  end\n");
  } else {
    for (int d = 0; d < DIGITS; d++) {
      program_put(&w->out, "  if %s - 1\n    read a0 @ 8*t - %lld\n  end\n", digits[d], 8 * steps[d]);
      program_put(&w->out, "  if %lld - %s\n    read a0 @ 8*t + %lld\n  end\n", e[d] - 2, digits[d], 8 * steps[d]);
    }
    program_put(&w->out, "  write a1 @ 8*t\n");
  }
  program_put(&w->out, "end\nend\n");
}

static void draw_extents(writer *w, int count, double points) {
  for (int d = count - 1; d > 0; d--) {
    long long most = (long long)(points / (d > 1 ? 16 : 4));
    w->extents[d] = program_draw(&w->out, 4, most<5 ? 5 : most>(d > 1 ? 24 : 120) ? (d > 1 ? 24 : 120) : most);
    points /= (double)w->extents[d];
  }
  w->extents[0] = points < 4 ? 4 : (long long)points;
}

static void make_machine(writer *w, char *text) {
  long long ways = 1LL << program_draw(&w->out, 0, 3), sets = 1LL << program_draw(&w->out, 1, 5);
  snprintf(text, RANDOM_MACHINE_BYTES, "cores=%d;L1=%lld,%lld,64;L2=%lld,%lld,64,shared=%d", w->threads,
           64 * ways * sets, ways, 64 * ways * sets * 8, 2 * ways, w->threads);
}

void guarded_program_make(uint64_t seed, const random_knobs *knobs, random_program *out) {
  static void (*const shapes[])(writer *) = {put_matrix_halves, put_matrix_halves, put_product,
                                             put_red_black,     put_flat,          put_flat};
  enum { PRODUCT = 2, FLAT = 4 };
  writer w = {.out = {.random = seed * UINT64_C(0xD1342543DE82EF95) + 3, .text = out->program}};
  int shape = (int)program_draw(&w.out, 0, 5);
  double accesses = knobs->max_accesses > 0 ? (double)knobs->max_accesses : 20000;
  w.threads = (int)program_draw(&w.out, 1, 4);
  draw_extents(&w, shape >= FLAT ? 3 : 2, accesses / (shape == PRODUCT ? 80 : shape >= FLAT ? 14 : 6));
  long long tall[] = {w.extents[0] > w.extents[1] ? w.extents[0] : w.extents[1], w.extents[1]};
  program_put(&w.out, "pme 1\nfunction guarded%llu\n", (unsigned long long)seed);
  put_arrays(&w, shape >= FLAT ? w.extents : tall, shape >= FLAT ? 3 : 2, knobs->with_bases);
  shapes[shape](&w);
  make_machine(&w, out->machine);
}
