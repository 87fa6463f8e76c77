/* Random programs: a writer of .pme text that walks down a tree of loops which it invents. */
#include "test/property/programs/random_program.h"
#include "test/property/programs/random_parts.h"

/* ---- general programs ---- */

typedef struct site {
  bool in_region; /* of a team */
  bool shared;    /* in a worksharing loop, or where none may stand */
} site;

static void put_body(generator *g, int depth, int64_t accesses, site where);

static int64_t trips_for(generator *g, int depth, int64_t accesses) {
  int64_t most = accesses / 2;
  for (int d = 1; d < depth; d++)
    most = most > 40 ? most / 5 : most > 6 ? most / 2 : most;
  return between(g, 1, most < 1 ? 1 : most > 60 ? 60 : most);
}

/* collapse 2 or 3: perfectly nested loops, rectangular or not. */
static void put_collapsed(generator *g, int64_t accesses, site where) {
  int count = (int)between(g, 2, 3);
  int64_t left = accesses;
  for (int l = 0; l < count; l++) {
    int64_t trips = between(g, 1, l == 0 ? 12 : 7);
    put_bounds(g, g->names++, trips);
    if (l == 0) {
      put_schedule(g, 20);
      program_put(&g->out, " collapse %d%s%s", count, where.in_region && chance(g, 30) ? " nowait" : "",
                  where.in_region ? "" : " threads");
      if (!where.in_region)
        program_put(&g->out, " %d", g->threads);
    }
    open_loop(g);
    left /= trips;
  }
  put_body(g, 0, left, (site){where.in_region, true});
  for (int l = 0; l < count; l++)
    close_loop(g);
}

static void put_loop(generator *g, int depth, int64_t accesses, site where, bool parallel) {
  int64_t trips = trips_for(g, depth, accesses);
  put_bounds(g, g->names++, trips);
  if (parallel) {
    put_schedule(g, trips);
    if (where.in_region && chance(g, 30))
      program_put(&g->out, " nowait");
    if (!where.in_region)
      program_put(&g->out, " threads %d", g->threads);
    where = (site){true, true};
  }
  open_loop(g);
  put_body(g, depth - 1, accesses / trips, where);
  close_loop(g);
}

/* Blocks of an iteration space: the classical tile loop with a min bound. */
static void put_tile(generator *g, int depth, int64_t accesses, site where, bool parallel) {
  int64_t extent = between(g, 4, 40), tile = between(g, 2, 9);
  int outer = g->names++, inner = g->names++;
  start_line(g);
  program_put(&g->out, "loop v%d = 0 .. %lld step %lld", outer, (long long)extent - 1, (long long)tile);
  if (parallel) {
    program_put(&g->out, " parallel schedule static %lld", (long long)between(g, 1, 3));
    if (!where.in_region)
      program_put(&g->out, " threads %d", g->threads);
    where = (site){true, true};
  }
  open_loop(g);
  push_loop(g, outer, 0, extent - 1);
  start_line(g);
  program_put(&g->out, "loop v%d = v%d .. min(%lld, v%d + %lld)", inner, outer, (long long)extent - 1, outer,
              (long long)tile - 1);
  open_loop(g);
  push_loop(g, inner, 0, extent - 1);
  put_body(g, depth - 2, accesses / extent, where);
  close_loop(g);
  close_loop(g);
}

static void put_guard(generator *g, int depth, int64_t accesses, site where) {
  start_line(g);
  bool one_thread = where.in_region && !where.shared && chance(g, 50);
  program_put(&g->out, "if ");
  if (one_thread)
    program_put(&g->out, "one-thread%s", g->loop_count > 0 && chance(g, 30) ? ", " : "");
  if (!one_thread || g->out.text[g->out.length - 1] == ' ') {
    const loop_info *loop = g->loop_count > 0 ? &g->loops[between(g, 0, g->loop_count - 1)] : NULL;
    if (!loop)
      program_put(&g->out, "1");
    else if (chance(g, 50))
      program_put(&g->out, "v%d - %lld", loop->name, (long long)between(g, loop->low, loop->high));
    else
      program_put(&g->out, "%lld - v%d, v%d %% 3 - 1", (long long)between(g, loop->low, loop->high), loop->name,
                  loop->name);
  }
  program_put(&g->out, "\n");
  g->indent++;
  put_body(g, depth, accesses, (site){where.in_region, where.shared || one_thread});
  end_block(g);
}

static void put_region(generator *g, int depth, int64_t accesses, site where) {
  start_line(g);
  program_put(&g->out, "region threads %d\n", g->threads);
  g->indent++;
  int parts = (int)between(g, 1, 3);
  for (int p = 0; p < parts; p++)
    put_body(g, depth, accesses / parts, (site){true, where.shared});
  end_block(g);
}

/* Whether work can go to a team here; nested parallel loops are rare. */
static bool deal_out(generator *g, site where) { return where.shared ? chance(g, 5) : chance(g, 60); }

static void put_part(generator *g, int depth, int64_t accesses, site where) {
  bool parallel = deal_out(g, where);
  bool room = g->loop_count + 3 < MAX_LOOPS;
  int kind = (int)between(g, 0, 99);
  if (depth <= 0 || !room || accesses < 4 || full(g))
    put_references(g, between(g, 1, 2));
  else if (kind < 10 && !where.in_region)
    put_region(g, depth, accesses, where);
  else if (kind < 20)
    put_guard(g, depth - 1, accesses, where);
  else if (kind < 30 && parallel && !where.shared)
    put_collapsed(g, accesses, where);
  else if (kind < 40 && depth >= 2)
    put_tile(g, depth, accesses, where, parallel);
  else
    put_loop(g, depth, accesses, where, parallel);
}

/* An imperfect body: references, a part that goes deeper, references. */
static void put_body(generator *g, int depth, int64_t accesses, site where) {
  if (depth <= 0 || accesses < 4 || full(g)) {
    put_references(g, between(g, 1, 4));
    return;
  }
  if (chance(g, 25))
    put_references(g, between(g, 1, 2));
  int parts = chance(g, 15) ? 2 : 1;
  for (int p = 0; p < parts; p++)
    put_part(g, depth, accesses / parts, where);
  if (chance(g, 25))
    put_references(g, between(g, 1, 2));
}

static void put_general(generator *g) {
  int64_t accesses = g->knobs.max_accesses / 4; /* regions multiply by the threads, references by their number */
  bool time_loop = chance(g, 30);
  if (time_loop) {
    int64_t steps = between(g, 2, 4);
    start_line(g);
    program_put(&g->out, "loop v%d = 1 .. %lld\n", g->names, (long long)steps);
    g->indent++;
    push_loop(g, g->names++, 1, steps);
    accesses /= steps;
  }
  int nests = (int)between(g, 1, 3);
  for (int n = 0; n < nests; n++)
    put_part(g, (int)between(g, 1, 4), accesses / nests, (site){false, false});
  if (time_loop)
    close_loop(g);
}

/* ---- rectangular programs ---- */

static void choose_shape(generator *g) {
  g->depth = (int)PICK(g, 1, 2, 2, 2, 3, 3, 3, 4);
  g->references = (int)between(g, 2, 6);
  int64_t left = g->knobs.max_accesses / g->references;
  for (int d = 0; d < g->depth; d++) {
    int64_t most = d + 1 == g->depth ? left : left / 4;
    int64_t cap = g->depth >= 3 ? 60 : 200;
    g->trips[d] = between(g, 2, most < 2 ? 2 : most > cap ? cap : most);
    left = left / g->trips[d] > 0 ? left / g->trips[d] : 1;
  }
}

static void put_rectangular(generator *g) {
  for (int d = 0; d < g->depth; d++) {
    start_line(g);
    program_put(&g->out, "loop v%d = 0 .. %lld", d, (long long)g->trips[d] - 1);
    if (d == 0) {
      program_put(&g->out, " parallel schedule static");
      if (chance(g, 80))
        program_put(&g->out, " %lld", (long long)between(g, 1, chance(g, 70) ? 8 : g->trips[0]));
      program_put(&g->out, " threads %d", g->threads);
    }
    open_loop(g);
    push_loop(g, d, 0, g->trips[d] - 1);
  }
  bool neighbour = chance(g, 30);
  for (int r = 0; r < g->references; r++)
    put_subscript_reference(g, neighbour);
  for (int d = 0; d < g->depth; d++)
    close_loop(g);
}

/* ---- all ---- */

void random_program_make(uint64_t seed, const random_knobs *knobs, random_program *out) {
  generator g = {.out = {.random = seed * UINT64_C(0xD1342543DE82EF95) + 1, .text = out->program}, .knobs = *knobs};
  if (g.knobs.max_accesses <= 0)
    g.knobs.max_accesses = 20000;
  if (g.knobs.max_threads <= 0)
    g.knobs.max_threads = 16;
  int most = g.knobs.max_threads;
  g.threads = (int)(chance(&g, 20) ? 1 : chance(&g, 60) && most >= 4 ? PICK(&g, 2, 3, 4) : between(&g, 1, most));
  program_put(&g.out, "pme 1\nfunction random%llu\n", (unsigned long long)seed);
  if (g.knobs.profile == RANDOM_RECTANGULAR)
    choose_shape(&g);
  g.array_count = (int)between(&g, 1, MAX_ARRAYS);
  for (int a = 0; a < g.array_count; a++)
    make_array(&g, a);
  if (g.knobs.profile == RANDOM_RECTANGULAR)
    put_rectangular(&g);
  else
    put_general(&g);
  make_machine(&g, out->machine);
}
