/* Collapsed loops: what is around is drawn, then the bounds of each from the loops around it. */
#include "test/property/collapsed_program.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 3, MOST_LOOPS = 6 };

typedef struct writer {
  uint64_t random;
  char *text;
  size_t length;
  long long extent; /* of each side of the arrays; values of loops are 0 .. extent - 1 */
  int threads;
  bool static_only, in_region;
  const char *loops[MOST_LOOPS]; /* around */
  int depth;
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

static const char *some_loop(writer *w) { return w->loops[draw(w, 0, w->depth - 1)]; }

/* ` FIRST .. LAST [step S]`, inside the arrays. */
static void put_bounds(writer *w) {
  long long last = w->extent - 1, c = draw(w, 0, 3);
  const char *outer = w->depth ? some_loop(w) : "";
  switch (w->depth ? draw(w, 0, 11) : 0) {
  case 0:
    put(w, "%lld .. %lld", draw(w, 0, 2), draw(w, 0, 1) ? last : draw(w, 1, last));
    break;
  case 1:
  case 2:
  case 3:
    put(w, "%s + 1 .. %lld", outer, last);
    break;
  case 4:
    put(w, "%s .. %lld step %lld", outer, last, draw(w, 1, 3));
    break;
  case 5:
    put(w, "0 .. %s", outer);
    break;
  case 6:
    put(w, "%lld .. %s + 1 step %lld", last, outer, draw(w, -3, -1));
    break;
  case 7: /* a band */
    put(w, "max(0, %s - %lld) .. min(%lld, %s + %lld)", outer, c, last, outer, c + draw(w, 0, 3));
    break;
  case 8: /* two ways to begin */
    put(w, "max(%s, %s + %lld) .. %lld", outer, some_loop(w), draw(w, -3, 3), last);
    break;
  case 9: /* a tile */
    put(w, "%s .. min(%lld, %s + %lld)", outer, last, outer, draw(w, 1, 5));
    break;
  case 10:
    put(w, "0 .. min(%s / %lld, %lld)", outer, draw(w, 2, 3), last);
    break;
  default:
    put(w, "0 .. %lld - %s", last, outer);
    break;
  }
}

static void put_loop(writer *w, const char *name) {
  put(w, "loop %s = ", name);
  put_bounds(w);
  w->loops[w->depth++] = name;
}

static void put_schedule(writer *w, long long most_chunk) {
  const char *kind = w->static_only || draw(w, 0, 3) ? "static" : draw(w, 0, 2) ? "dynamic" : "guided";
  put(w, " parallel schedule %s", kind);
  if (draw(w, 0, 1))
    put(w, " %lld", draw(w, 1, most_chunk));
  if (!w->in_region)
    put(w, " threads %d", w->threads);
}

static void put_end(writer *w) {
  put(w, "end\n");
  w->depth--;
}

static void put_accesses(writer *w, int most) {
  for (long long count = draw(w, 1, most); count > 0; count--) {
    long long a = draw(w, 0, ARRAYS - 1);
    put(w, "%s a%lld[%s", draw(w, 0, 2) ? "read" : "write", a, some_loop(w));
    put(w, draw(w, 0, 4) ? ", " : " + 1, ");
    put(w, "%s]\n", draw(w, 0, 5) ? some_loop(w) : "0");
  }
}

/* What the innermost collapsed loop runs; seldom that depends on it. */
static void put_body(writer *w) {
  long long kind = draw(w, 0, 9);
  put_accesses(w, 4);
  if (kind == 0) {
    put(w, "if %s - %lld\n", some_loop(w), draw(w, 1, w->extent));
    put_accesses(w, 2);
    put(w, "end\n");
  } else if (kind == 1) {
    put_loop(w, "m");
    put(w, "\n");
    put_accesses(w, 2);
    put_end(w);
  } else if (kind == 2) {
    put(w, "read p[%s]\n", some_loop(w));
  }
}

static void put_collapsed(writer *w, bool may_go_on) {
  static const char *const names[] = {"i", "j", "l"};
  int count = draw(w, 0, 4) ? 2 : 3;
  for (int c = 0; c < count; c++) {
    put_loop(w, names[c]);
    if (c == 0) {
      put_schedule(w, draw(w, 0, 2) ? w->extent : w->extent * w->extent);
      put(w, " collapse %d%s", count, w->in_region && may_go_on && draw(w, 0, 2) == 0 ? " nowait" : "");
    }
    put(w, "\n");
  }
  put_body(w);
  for (int c = 0; c < count; c++)
    put_end(w);
}

/* Before and after the collapsed loops: nothing, a loop that is dealt out alone, what every thread does. */
static void put_neighbour(writer *w) {
  long long kind = draw(w, 0, 3);
  if (kind == 0) {
    put_loop(w, "s");
    if (!(w->in_region && draw(w, 0, 1)))
      put_schedule(w, w->extent);
    put(w, "\n");
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
  if (draw(w, 0, 3) == 0)
    put_collapsed(w, false);
}

static void put_arrays(writer *w, bool with_bases) {
  long long columns = w->extent + draw(w, 0, 3);
  for (int a = 0; a <= ARRAYS; a++) {
    char name[8] = "p";
    if (a < ARRAYS)
      snprintf(name, sizeof name, "a%d", a);
    put(w, "array %s element %lld extents", name, draw(w, 0, 3) ? 8LL : 4LL);
    if (a < ARRAYS)
      put(w, " %lld", w->extent + 1);
    put(w, " %lld", columns);
    if (with_bases)
      put(w, " base %lld", (1LL << 36) + ((long long)a << 24) + 8 * draw(w, 0, 4095));
    put(w, "%s\n", a < ARRAYS ? "" : " private");
  }
}

static void make_machine(writer *w, char *text) {
  long long line = 16LL << draw(w, 0, 2), ways = 1LL << draw(w, 0, 3), sets = 1LL << draw(w, 0, 4);
  snprintf(text, RANDOM_MACHINE_BYTES, "cores=%d;L1=%lld,%lld,%lld;L2=%lld,%lld,%lld,shared=%d", w->threads,
           line * ways * sets, ways, line, line * ways * sets * 4, ways, line, w->threads);
}

void collapsed_program_make(uint64_t seed, const random_knobs *knobs, random_program *out) {
  writer w = {.random = seed * UINT64_C(0xD1342543DE82EF95) + 5, .text = out->program};
  double accesses = knobs->max_accesses > 0 ? (double)knobs->max_accesses : 20000;
  w.static_only = knobs->static_only;
  w.threads = (int)draw(&w, 1, 5);
  for (w.extent = 4; (double)((w.extent + 1) * (w.extent + 1) * (w.extent + 1)) < accesses / 2;)
    w.extent++;
  w.extent = draw(&w, 4, w.extent + 2);
  put(&w, "pme 1\nfunction collapsed%llu\n", (unsigned long long)seed);
  put_arrays(&w, knobs->with_bases);
  bool around = draw(&w, 0, 5), region_outside = draw(&w, 0, 1);
  w.in_region = draw(&w, 0, 1);
  if (w.in_region && region_outside)
    put(&w, "region threads %d\n", w.threads);
  if (around) {
    put_loop(&w, "k");
    put(&w, "\n");
  }
  if (w.in_region && !region_outside)
    put(&w, "region threads %d\n", w.threads);
  put_constructs(&w);
  if (w.in_region)
    put(&w, "end\n");
  if (around)
    put_end(&w);
  make_machine(&w, out->machine);
}
