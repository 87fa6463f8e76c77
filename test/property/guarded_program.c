/* Programs behind guards: a shape is drawn, then its sizes. */
#include "test/property/guarded_program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { ARRAYS = 3, DIGITS = 3 };

typedef struct writer {
  uint64_t random;
  char *text;
  size_t length;
  long long extents[DIGITS];
  int threads;
} writer;

/* splitmix64. */
static long long draw(writer *w, long long low, long long high) {
  uint64_t z = (w->random += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return low + (long long)((z ^ (z >> 31)) % (uint64_t)(high - low + 1));
}

__attribute__((format(printf, 2, 3))) static void put(writer *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int written = vsnprintf(w->text + w->length, RANDOM_PROGRAM_BYTES - w->length, format, arguments);
  va_end(arguments);
  if (written < 0 || (size_t)written >= RANDOM_PROGRAM_BYTES - w->length)
    abort();
  w->length += (size_t)written;
}

static void put_arrays(writer *w, const long long *extents, int count, bool with_bases) {
  for (int a = 0; a < ARRAYS; a++) {
    put(w, "array a%d element 8 extents", a);
    for (int d = 0; d < count; d++)
      put(w, " %lld", extents[d]);
    if (with_bases)
      put(w, " base %lld", (1LL << 36) + ((long long)a << 24) + 8 * draw(w, 0, 4095));
    put(w, "\n");
  }
}

static void put_schedule(writer *w) {
  put(w, " parallel schedule static");
  if (draw(w, 0, 2))
    put(w, " %lld", draw(w, 1, 12));
  put(w, " threads %d\n", w->threads);
}

/* Of the points of a matrix, those with this condition go to one array, the others to another one. */
static void put_halves(writer *w, const char *condition, const char *otherwise) {
  put(w, "    if %s\n      read a0[i, j]\n      write a2[i, j]\n    end\n", condition);
  put(w, "    if %s\n      read a1[i, j]\n%s    end\n", otherwise, draw(w, 0, 1) ? "      write a2[i, j]\n" : "");
}

static void put_matrix_halves(writer *w) {
  char condition[64], otherwise[64];
  long long m = draw(w, 2, 5), c = draw(w, 0, 3);
  const char *by = draw(w, 0, 1) ? "i" : "j";
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
  put(w, "loop r = 0 .. %lld\nloop i = 0 .. %lld", draw(w, 0, 2), w->extents[0] - 1);
  put_schedule(w);
  put(w, "  loop j = 0 .. %lld\n", w->extents[1] - 1);
  put_halves(w, condition, otherwise);
  put(w, "  end\nend\nend\n");
}

static void put_product(writer *w) {
  put(w, "loop i = 0 .. %lld", w->extents[0] - 1);
  put_schedule(w);
  put(w, "  loop j = 0 .. %lld\n  loop k = 0 .. %lld\n", w->extents[1] - 1, w->extents[0] - 1);
  put(w, "    if k - i - 1\n      read a0[k, j]\n      write a2[i, j]\n    end\n");
  put(w, "    if i - k\n      read a1[k, j]\n      write a2[i, j]\n    end\n  end\n  end\nend\n");
}

static void put_red_black(writer *w) {
  put(w, "loop r = 0 .. %lld\nloop colour = 0 .. 1\nloop i = 1 .. %lld", draw(w, 0, 2), w->extents[0] - 2);
  put_schedule(w);
  put(w, "  loop j = 1 .. %lld\n    if (i + j) %% 2 - colour, colour - (i + j) %% 2\n", w->extents[1] - 2);
  put(w, "      read a0[i - 1, j]\n      read a0[i + 1, j]\n      read a0[i, j - 1]\n      read a0[i, j + 1]\n");
  put(w, "      write a0[i, j]\n    end\n  end\nend\nend\nend\n");
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
  put(w, "loop r = 0 .. %lld\nloop t = 0 .. %lld", draw(w, 0, 2), e[0] * plane - 1);
  put_schedule(w);
  if (draw(w, 0, 1)) {
    put(w, "  if");
    for (int d = 0; d < DIGITS; d++)
      put(w, "%s %s - 1, %lld - %s", d ? "," : "", digits[d], e[d] - 2, digits[d]);
    put(w, "\n    write a1[%s, %s, %s]\n", digits[0], digits[1], digits[2]);
    for (int d = 0; d < DIGITS; d++)
      put(w, "    read a0 @ 8*t - %lld\n    read a0 @ 8*t + %lld\n", 8 * steps[d], 8 * steps[d]);
    put(w, "  end\n");
  } else {
    for (int d = 0; d < DIGITS; d++) {
      put(w, "  if %s - 1\n    read a0 @ 8*t - %lld\n  end\n", digits[d], 8 * steps[d]);
      put(w, "  if %lld - %s\n    read a0 @ 8*t + %lld\n  end\n", e[d] - 2, digits[d], 8 * steps[d]);
    }
    put(w, "  write a1 @ 8*t\n");
  }
  put(w, "end\nend\n");
}

static void draw_extents(writer *w, int count, double points) {
  for (int d = count - 1; d > 0; d--) {
    long long most = (long long)(points / (d > 1 ? 16 : 4));
    w->extents[d] = draw(w, 4, most<5 ? 5 : most>(d > 1 ? 24 : 120) ? (d > 1 ? 24 : 120) : most);
    points /= (double)w->extents[d];
  }
  w->extents[0] = points < 4 ? 4 : (long long)points;
}

static void make_machine(writer *w, char *text) {
  long long ways = 1LL << draw(w, 0, 3), sets = 1LL << draw(w, 1, 5);
  snprintf(text, RANDOM_MACHINE_BYTES, "cores=%d;L1=%lld,%lld,64;L2=%lld,%lld,64,shared=%d", w->threads,
           64 * ways * sets, ways, 64 * ways * sets * 8, 2 * ways, w->threads);
}

void guarded_program_make(uint64_t seed, const random_knobs *knobs, random_program *out) {
  static void (*const shapes[])(writer *) = {put_matrix_halves, put_matrix_halves, put_product,
                                             put_red_black,     put_flat,          put_flat};
  enum { PRODUCT = 2, FLAT = 4 };
  writer w = {.random = seed * UINT64_C(0xD1342543DE82EF95) + 3, .text = out->program};
  int shape = (int)draw(&w, 0, 5);
  double accesses = knobs->max_accesses > 0 ? (double)knobs->max_accesses : 20000;
  w.threads = (int)draw(&w, 1, 4);
  draw_extents(&w, shape >= FLAT ? 3 : 2, accesses / (shape == PRODUCT ? 80 : shape >= FLAT ? 14 : 6));
  long long tall[] = {w.extents[0] > w.extents[1] ? w.extents[0] : w.extents[1], w.extents[1]};
  put(&w, "pme 1\nfunction guarded%llu\n", (unsigned long long)seed);
  put_arrays(&w, shape >= FLAT ? w.extents : tall, shape >= FLAT ? 3 : 2, knobs->with_bases);
  shapes[shape](&w);
  make_machine(&w, out->machine);
}
