/* Collapsed loops: what is around is drawn, then the bounds of each from the loops around it. */
#include "test/property/programs/collapsed_program.h"
#include "test/property/programs/program_text.h"

#include <stdio.h>

enum { ARRAYS = 3, MOST_LOOPS = 6 };

typedef struct writer {
  program_text out;
  long long extent; /* of each side of the arrays; values of loops are 0 .. extent - 1 */
  int threads;
  bool static_only, in_region;
  const char *loops[MOST_LOOPS]; /* around */
  int depth;
} writer;

static const char *some_loop(writer *w) { return w->loops[program_draw(&w->out, 0, w->depth - 1)]; }

/* ` FIRST .. LAST [step S]`, inside the arrays. */
static void put_bounds(writer *w) {
  long long last = w->extent - 1, c = program_draw(&w->out, 0, 3);
  const char *outer = w->depth ? some_loop(w) : "";
  switch (w->depth ? program_draw(&w->out, 0, 11) : 0) {
  case 0:
    program_put(&w->out, "%lld .. %lld", program_draw(&w->out, 0, 2),
                program_draw(&w->out, 0, 1) ? last : program_draw(&w->out, 1, last));
    break;
  case 1:
  case 2:
  case 3:
    program_put(&w->out, "%s + 1 .. %lld", outer, last);
    break;
  case 4:
    program_put(&w->out, "%s .. %lld step %lld", outer, last, program_draw(&w->out, 1, 3));
    break;
  case 5:
    program_put(&w->out, "0 .. %s", outer);
    break;
  case 6:
    program_put(&w->out, "%lld .. %s + 1 step %lld", last, outer, program_draw(&w->out, -3, -1));
    break;
  case 7: /* a band */
    program_put(&w->out, "max(0, %s - %lld) .. min(%lld, %s + %lld)", outer, c, last, outer,
                c + program_draw(&w->out, 0, 3));
    break;
  case 8: /* two ways to begin */
    program_put(&w->out, "max(%s, %s + %lld) .. %lld", outer, some_loop(w), program_draw(&w->out, -3, 3), last);
    break;
  case 9: /* a tile */
    program_put(&w->out, "%s .. min(%lld, %s + %lld)", outer, last, outer, program_draw(&w->out, 1, 5));
    break;
  case 10:
    program_put(&w->out, "0 .. min(%s / %lld, %lld)", outer, program_draw(&w->out, 2, 3), last);
    break;
  default:
    program_put(&w->out, "0 .. %lld - %s", last, outer);
    break;
  }
}

static void put_loop(writer *w, const char *name) {
  program_put(&w->out, "loop %s = ", name);
  put_bounds(w);
  w->loops[w->depth++] = name;
}

static void put_schedule(writer *w, long long most_chunk) {
  const char *kind = w->static_only || program_draw(&w->out, 0, 3) ? "static"
                     : program_draw(&w->out, 0, 2)                 ? "dynamic"
                                                                   : "guided";
  program_put(&w->out, " parallel schedule %s", kind);
  if (program_draw(&w->out, 0, 1))
    program_put(&w->out, " %lld", program_draw(&w->out, 1, most_chunk));
  if (!w->in_region)
    program_put(&w->out, " threads %d", w->threads);
}

static void put_end(writer *w) {
  program_put(&w->out, "end\n");
  w->depth--;
}

static void put_accesses(writer *w, int most) {
  for (long long count = program_draw(&w->out, 1, most); count > 0; count--) {
    long long a = program_draw(&w->out, 0, ARRAYS - 1);
    program_put(&w->out, "%s a%lld[%s", program_draw(&w->out, 0, 2) ? "read" : "write", a, some_loop(w));
    program_put(&w->out, program_draw(&w->out, 0, 4) ? ", " : " + 1, ");
    program_put(&w->out, "%s]\n", program_draw(&w->out, 0, 5) ? some_loop(w) : "0");
  }
}

/* What the innermost collapsed loop runs; seldom that depends on it. */
static void put_body(writer *w) {
  long long kind = program_draw(&w->out, 0, 9);
  put_accesses(w, 4);
  if (kind == 0) {
    program_put(&w->out, "if %s - %lld\n", some_loop(w), program_draw(&w->out, 1, w->extent));
    put_accesses(w, 2);
    program_put(&w->out, "end\n");
  } else if (kind == 1) {
    put_loop(w, "m");
    program_put(&w->out, "\n");
    put_accesses(w, 2);
    put_end(w);
  } else if (kind == 2) {
    program_put(&w->out, "read p[%s]\n", some_loop(w));
  }
}

static void put_collapsed(writer *w, bool may_go_on) {
  static const char *const names[] = {"i", "j", "l"};
  int count = program_draw(&w->out, 0, 4) ? 2 : 3;
  for (int c = 0; c < count; c++) {
    put_loop(w, names[c]);
    if (c == 0) {
      put_schedule(w, program_draw(&w->out, 0, 2) ? w->extent : w->extent * w->extent);
      program_put(&w->out, " collapse %d%s", count,
                  w->in_region && may_go_on && program_draw(&w->out, 0, 2) == 0 ? " nowait" : "");
    }
    program_put(&w->out, "\n");
  }
  put_body(w);
  for (int c = 0; c < count; c++)
    put_end(w);
}

/* Before and after the collapsed loops: nothing, a loop that is dealt out alone, what every thread does. */
static void put_neighbour(writer *w) {
  long long kind = program_draw(&w->out, 0, 3);
  if (kind == 0) {
    put_loop(w, "s");
    if (!(w->in_region && program_draw(&w->out, 0, 1)))
      put_schedule(w, w->extent);
    program_put(&w->out, "\n");
    put_accesses(w, 2);
    put_end(w);
  } else if (kind == 1 && w->depth) {
    put_accesses(w, 2);
  }
}

static void put_constructs(writer *w) {
  put_neighbour(w);
  put_collapsed(w, true);
  put_neighbour(w);
  if (program_draw(&w->out, 0, 3) == 0)
    put_collapsed(w, false);
}

static void put_arrays(writer *w, bool with_bases) {
  long long columns = w->extent + program_draw(&w->out, 0, 3);
  for (int a = 0; a <= ARRAYS; a++) {
    char name[8] = "p";
    if (a < ARRAYS)
      snprintf(name, sizeof name, "a%d", a);
    program_put(&w->out, "array %s element %lld extents", name, program_draw(&w->out, 0, 3) ? 8LL : 4LL);
    if (a < ARRAYS)
      program_put(&w->out, " %lld", w->extent + 1);
    program_put(&w->out, " %lld", columns);
    if (with_bases)
      program_put(&w->out, " base %lld", (1LL << 36) + ((long long)a << 24) + 8 * program_draw(&w->out, 0, 4095));
    program_put(&w->out, "%s\n", a < ARRAYS ? "" : " private");
  }
}

static void make_machine(writer *w, char *text) {
  long long line = 16LL << program_draw(&w->out, 0, 2), ways = 1LL << program_draw(&w->out, 0, 3),
            sets = 1LL << program_draw(&w->out, 0, 4);
  snprintf(text, RANDOM_MACHINE_BYTES, "cores=%d;L1=%lld,%lld,%lld;L2=%lld,%lld,%lld,shared=%d", w->threads,
           line * ways * sets, ways, line, line * ways * sets * 4, ways, line, w->threads);
}

void collapsed_program_make(uint64_t seed, const random_knobs *knobs, random_program *out) {
  writer w = {.out = {.random = seed * UINT64_C(0xD1342543DE82EF95) + 5, .text = out->program}};
  double accesses = knobs->max_accesses > 0 ? (double)knobs->max_accesses : 20000;
  w.static_only = knobs->static_only;
  w.threads = (int)program_draw(&w.out, 1, 5);
  for (w.extent = 4; (double)((w.extent + 1) * (w.extent + 1) * (w.extent + 1)) < accesses / 2;)
    w.extent++;
  w.extent = program_draw(&w.out, 4, w.extent + 2);
  program_put(&w.out, "pme 1\nfunction collapsed%llu\n", (unsigned long long)seed);
  put_arrays(&w, knobs->with_bases);
  bool around = program_draw(&w.out, 0, 5), region_outside = program_draw(&w.out, 0, 1);
  w.in_region = program_draw(&w.out, 0, 1);
  if (w.in_region && region_outside)
    program_put(&w.out, "region threads %d\n", w.threads);
  if (around) {
    put_loop(&w, "k");
    program_put(&w.out, "\n");
  }
  if (w.in_region && !region_outside)
    program_put(&w.out, "region threads %d\n", w.threads);
  put_constructs(&w);
  if (w.in_region)
    program_put(&w.out, "end\n");
  if (around)
    put_end(&w);
  make_machine(&w, out->machine);
}
