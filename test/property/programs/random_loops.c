/* Random programs: loops, their bounds and schedules. */
#include "test/property/programs/random_parts.h"

#include <stdlib.h>

void push_loop(generator *g, int name, int64_t low, int64_t high) {
  g->loops[g->loop_count++] = (loop_info){name, low, high};
}

/* `FIRST .. LAST [step S]` with about `trips` iterations; pushes the loop. */
static void put_plain_bounds(generator *g, int name, int64_t trips) {
  int64_t step = chance(g, 70) ? 1 : PICK(g, 2, 3, -1, -1, -2, 5);
  int64_t low = chance(g, 60) ? 0 : between(g, -6, 9);
  int64_t high = low + (trips - 1) * llabs(step) + (llabs(step) > 1 ? between(g, 0, llabs(step) - 1) : 0);
  if (step > 0)
    program_put(&g->out, "%lld .. %lld", (long long)low, (long long)high);
  else
    program_put(&g->out, "%lld .. %lld", (long long)high, (long long)low);
  if (step != 1)
    program_put(&g->out, " step %lld", (long long)step);
  push_loop(g, name, low, high);
}

/* Bounds that use an enclosing loop: triangles, bands, maxima and minima. */
static void put_bent_bounds(generator *g, int name, int64_t trips) {
  const loop_info *outer = &g->loops[between(g, 0, g->loop_count - 1)];
  int64_t low = outer->low, high = outer->low + trips - 1, width = trips / 2;
  switch (between(g, 0, 5)) {
  case 0:
    program_put(&g->out, "%lld .. min(v%d, %lld)", (long long)low, outer->name, (long long)high);
    break;
  case 1:
    program_put(&g->out, "v%d .. %lld", outer->name, (long long)high);
    break;
  case 2:
    program_put(&g->out, "max(%lld, v%d - %lld) .. min(%lld, v%d + %lld)", (long long)low, outer->name,
                (long long)width, (long long)high, outer->name, (long long)width);
    break;
  case 3:
    program_put(&g->out, "min(%lld, v%d) .. %lld step -1", (long long)high, outer->name, (long long)low);
    break;
  case 4:
    program_put(&g->out, "%lld .. v%d / 2 step 2", (long long)low, outer->name);
    break;
  default:
    program_put(&g->out, "%lld .. max(%lld, v%d - %lld) step -2", (long long)high, (long long)low, outer->name,
                (long long)width);
    break;
  }
  push_loop(g, name, low < high ? low : high, low < high ? high : low);
}

static void put_divided_bounds(generator *g, int name, int64_t trips) {
  bool below = chance(g, 50);
  if (below)
    program_put(&g->out, "max(0, ");
  else
    program_put(&g->out, "0 .. min(%lld, ", (long long)trips);
  put_quotient(g);
  program_put(&g->out, ")");
  if (below)
    program_put(&g->out, " .. %lld", (long long)trips);
  if (below && chance(g, 30))
    program_put(&g->out, " step 3");
  push_loop(g, name, 0, trips);
}

void put_bounds(generator *g, int name, int64_t trips) {
  start_line(g);
  program_put(&g->out, "loop v%d = ", name);
  if (g->knobs.with_divisions && g->loop_count > 0 && chance(g, 15))
    put_divided_bounds(g, name, trips);
  else if (g->loop_count > 0 && chance(g, 25))
    put_bent_bounds(g, name, trips);
  else
    put_plain_bounds(g, name, trips);
}

void put_schedule(generator *g, int64_t trips) {
  const char *kind = "static";
  if (g->knobs.on_demand_only || (!g->knobs.static_only && chance(g, 35)))
    kind = chance(g, 60) ? "dynamic" : "guided";
  program_put(&g->out, " parallel schedule %s", kind);
  if (chance(g, 75))
    program_put(&g->out, " %lld", (long long)(chance(g, 80) ? between(g, 1, trips / 3 + 2) : between(g, 1, 2 * trips)));
}
