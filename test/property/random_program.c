/* Random programs: a writer of .pme text that walks down a tree of loops which it invents. */
#include "test/property/random_program.h"
#include "test/property/program_text.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_ARRAYS = 4, MAX_LOOPS = 10, TEXT_RESERVE = 1024 };

typedef struct loop_info {
  int name;          /* v<name> */
  int64_t low, high; /* between these its values lie */
} loop_info;

typedef struct array_info {
  int64_t element_bytes, row_elements;
  bool is_private;
} array_info;

typedef struct generator {
  program_text out;
  random_knobs knobs;
  int indent;
  int names; /* loop names used */
  array_info arrays[MAX_ARRAYS];
  int array_count;
  loop_info loops[MAX_LOOPS];
  int loop_count; /* enclosing */
  int threads;
  /* rectangular */
  int depth, references;
  int64_t trips[4];
} generator;

/* ---- numbers ---- */

static int64_t between(generator *g, int64_t low, int64_t high) { return program_draw(&g->out, low, high); }

static bool chance(generator *g, int percent) { return between(g, 0, 99) < percent; }

#define PICK(g, ...) pick((g), (const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
static int64_t pick(generator *g, const int64_t *values, size_t count) {
  return values[between(g, 0, (int64_t)count - 1)];
}

/* ---- text ---- */

/* Asked before anything is begun. */
static bool full(const generator *g) { return g->out.length + TEXT_RESERVE * 4 > RANDOM_PROGRAM_BYTES; }

static void start_line(generator *g) { program_put(&g->out, "%*s", 2 * g->indent, ""); }

static void end_block(generator *g) {
  g->indent--;
  start_line(g);
  program_put(&g->out, "end\n");
}

/* ---- arrays ---- */

static int64_t row_elements(generator *g) {
  if (g->knobs.profile == RANDOM_GENERAL)
    return chance(g, 30) ? PICK(g, 8, 16, 32, 64, 128, 256) : between(g, 7, 100);
  int64_t least = 0; /* no row runs into the next one */
  for (int d = 0; d < g->depth; d++)
    least = g->trips[d] + 2 > least ? g->trips[d] + 2 : least;
  if (chance(g, 85))
    return least + PICK(g, 0, 1, 3, 6, 8, 16);
  int64_t power = 8;
  while (power < least)
    power *= 2;
  return power;
}

static void put_base(generator *g, int array, int64_t align) {
  /* Sometimes overlapping, sometimes far apart, always a multiple of the alignment. */
  int64_t region = chance(g, 15) ? 0 : array;
  int64_t base = (INT64_C(1) << 36) + (region << 24) + between(g, 0, 4095) * align;
  program_put(&g->out, " base %lld", (long long)base);
}

static void make_array(generator *g, int id) {
  array_info *array = &g->arrays[id];
  bool general = g->knobs.profile == RANDOM_GENERAL;
  array->element_bytes = general ? PICK(g, 8, 8, 8, 4, 4, 1, 16, 24) : PICK(g, 8, 8, 4);
  array->row_elements = row_elements(g);
  array->is_private = general && chance(g, 10);
  program_put(&g->out, "array a%d element %lld extents %d %lld", id, (long long)array->element_bytes, 500,
              (long long)array->row_elements);
  int64_t natural = array->element_bytes & -array->element_bytes;
  int64_t align = general && chance(g, 25) ? PICK(g, 1, 2, 64) : natural;
  if (general && chance(g, 20))
    program_put(&g->out, " align %lld", (long long)align);
  if (g->knobs.with_bases)
    put_base(g, id, align);
  else if (general && id == 1 && chance(g, 20))
    program_put(&g->out, " group 3 base %lld", (long long)(between(g, -40, 40) * natural + 100000 * natural));
  else if (general && id == 2 && chance(g, 20))
    program_put(&g->out, " group 3 base 0");
  program_put(&g->out, "%s\n", array->is_private ? " private" : "");
}

/* ---- references ---- */

static void put_reference_begin(generator *g, int array) {
  start_line(g);
  program_put(&g->out, "%s a%d", chance(g, 30) ? "write" : "read", array);
}

/* Byte stride of a loop: nothing, elements, rows, now and then something odd. */
static int64_t stride_bytes(generator *g, const array_info *array) {
  int64_t row = array->row_elements * array->element_bytes, e = array->element_bytes;
  int64_t stride = PICK(g, 0, 0, e, e, e, row, row, row, 2 * e, 3 * e, 4 * row, row + e, 5);
  if (stride == 5 && chance(g, 60))
    stride = e;
  return chance(g, 25) ? -stride : stride;
}

static void put_linear_reference(generator *g) {
  int id = (int)between(g, 0, g->array_count - 1);
  const array_info *array = &g->arrays[id];
  put_reference_begin(g, id);
  int64_t constant = between(g, -3, 6) * array->element_bytes;
  if (chance(g, 10))
    constant += between(g, 0, 7);
  program_put(&g->out, " @ %lld", (long long)constant);
  for (int l = 0; l < g->loop_count; l++) {
    int64_t stride = stride_bytes(g, array);
    if (chance(g, 6))
      program_put(&g->out, " + %lld*((v%d + %lld) / %lld)", (long long)stride, g->loops[l].name,
                  (long long)between(g, -5, 5), (long long)between(g, 2, 5));
    else if (chance(g, 4))
      program_put(&g->out, " + %lld*(v%d %% %lld)", (long long)stride, g->loops[l].name, (long long)between(g, 2, 9));
    else if (stride != 0)
      program_put(&g->out, " + %lld*v%d", (long long)stride, g->loops[l].name);
  }
  if (g->knobs.with_thread_numbers && chance(g, 50))
    program_put(&g->out, " + %lld*thread()", (long long)stride_bytes(g, array));
  if (chance(g, 15))
    program_put(&g->out, " size %lld", (long long)PICK(g, 1, 2, 8, 16, 32, 40, 100));
  program_put(&g->out, "\n");
}

/* A subscript: one loop plus a constant, or a constant. */
static void put_subscript(generator *g, bool neighbour) {
  if (g->loop_count == 0 || chance(g, 8)) {
    program_put(&g->out, "%lld", (long long)between(g, 0, 3));
    return;
  }
  program_put(&g->out, "v%d", g->loops[between(g, 0, g->loop_count - 1)].name);
  if (neighbour && chance(g, 60))
    program_put(&g->out, " + %lld", (long long)between(g, 0, 2));
}

static void put_subscript_reference(generator *g, bool neighbour) {
  put_reference_begin(g, (int)between(g, 0, g->array_count - 1));
  program_put(&g->out, "[");
  put_subscript(g, neighbour);
  program_put(&g->out, ", ");
  put_subscript(g, neighbour);
  program_put(&g->out, "]\n");
}

/* A quotient or remainder of one or two loops, of a number that another remainder or quotient gives, or of what
 * counts down. */
static void put_quotient(generator *g) {
  int v = g->loops[between(g, 0, g->loop_count - 1)].name, w = g->loops[between(g, 0, g->loop_count - 1)].name;
  long long c = (long long)between(g, -7, 7), d = (long long)between(g, 2, chance(g, 80) ? 9 : 40);
  switch (between(g, 0, 6)) {
  case 0:
    program_put(&g->out, "(v%d + %lld) / %lld", v, c, d);
    break;
  case 1:
    program_put(&g->out, "(v%d + %lld) %% %lld", v, c, d);
    break;
  case 2:
    program_put(&g->out, "(%lld*v%d + %lld*v%d + %lld) / %lld", (long long)between(g, -4, 4), v,
                (long long)between(g, 1, 9), w, c, d);
    break;
  case 3:
    program_put(&g->out, "(%lld*v%d + v%d) %% %lld", (long long)between(g, 2, 8), v, w, d);
    break;
  case 4:
    program_put(&g->out, "(v%d / %lld) %% %lld", v, (long long)between(g, 2, 4), d);
    break;
  case 5:
    program_put(&g->out, "(v%d %% %lld) / %lld", v, 2 * d, (long long)between(g, 2, 4));
    break;
  default:
    program_put(&g->out, "(%lld - %lld*v%d) / %lld", 20 + c, (long long)between(g, 1, 3), v, d);
    break;
  }
}

static void put_divided_reference(generator *g) {
  int id = (int)between(g, 0, g->array_count - 1);
  put_reference_begin(g, id);
  if (chance(g, 40)) { /* the loops of a product, flattened */
    int v = g->loops[between(g, 0, g->loop_count - 1)].name;
    long long m = (long long)between(g, 2, 12);
    program_put(&g->out, "[v%d / %lld, v%d %% %lld]\n", v, m, v, m);
    return;
  }
  program_put(&g->out, " @ %lld", (long long)(between(g, 0, 6) * g->arrays[id].element_bytes));
  for (int64_t count = between(g, 1, 3); count > 0; count--) {
    program_put(&g->out, " + %lld*(", (long long)stride_bytes(g, &g->arrays[id]));
    put_quotient(g);
    program_put(&g->out, ")");
  }
  if (chance(g, 50))
    program_put(&g->out, " + %lld*v%d", (long long)stride_bytes(g, &g->arrays[id]),
                g->loops[between(g, 0, g->loop_count - 1)].name);
  program_put(&g->out, "\n");
}

static void put_references(generator *g, int64_t count) {
  for (; count > 0 && !full(g); count--)
    if (g->knobs.with_divisions && g->loop_count > 0 && chance(g, 50))
      put_divided_reference(g);
    else
      put_linear_reference(g);
}

/* ---- loops ---- */

static void push_loop(generator *g, int name, int64_t low, int64_t high) {
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

static void put_bounds(generator *g, int name, int64_t trips) {
  start_line(g);
  program_put(&g->out, "loop v%d = ", name);
  if (g->knobs.with_divisions && g->loop_count > 0 && chance(g, 15))
    put_divided_bounds(g, name, trips);
  else if (g->loop_count > 0 && chance(g, 25))
    put_bent_bounds(g, name, trips);
  else
    put_plain_bounds(g, name, trips);
}

static void put_schedule(generator *g, int64_t trips) {
  const char *kind = "static";
  if (g->knobs.on_demand_only || (!g->knobs.static_only && chance(g, 35)))
    kind = chance(g, 60) ? "dynamic" : "guided";
  program_put(&g->out, " parallel schedule %s", kind);
  if (chance(g, 75))
    program_put(&g->out, " %lld", (long long)(chance(g, 80) ? between(g, 1, trips / 3 + 2) : between(g, 1, 2 * trips)));
}

/* ---- general programs ---- */

typedef struct site {
  bool in_region; /* of a team */
  bool shared;    /* in a worksharing loop, or where none may stand */
} site;

static void put_body(generator *g, int depth, int64_t accesses, site where);

static void open_loop(generator *g) {
  program_put(&g->out, "\n");
  g->indent++;
}

static void close_loop(generator *g) {
  g->loop_count--;
  end_block(g);
}

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

/* ---- the machine ---- */

static int64_t power_of_two_up_to(generator *g, int64_t low, int64_t high) {
  int64_t value = low;
  while (value * 2 <= high && chance(g, 65))
    value *= 2;
  return value;
}

static size_t put_level(generator *g, char *text, size_t bytes, int level, int64_t shared) {
  int64_t line = PICK(g, 32, 64, 64, 128);
  int64_t ways = chance(g, 70) ? PICK(g, 1, 2, 4, 8, 16) : between(g, 1, 16);
  int64_t sets = chance(g, 85) ? power_of_two_up_to(g, 8, 128) : between(g, 8, 128);
  if (g->knobs.profile == RANDOM_GENERAL && chance(g, 10)) {
    ways = between(g, 33, 80); /* beyond what fits one scan */
    sets = between(g, 1, 3);
  }
  int n = snprintf(text, bytes, ";L%d=%lld,%lld,%lld", level, (long long)(sets * ways * line), (long long)ways,
                   (long long)line);
  if (shared > 1)
    n += snprintf(text + n, bytes - (size_t)n, ",shared=%lld", (long long)shared);
  return (size_t)n;
}

static void make_machine(generator *g, char *text) {
  size_t length = (size_t)snprintf(text, RANDOM_MACHINE_BYTES, "cores=%d", g->threads);
  int64_t shared = chance(g, 40) ? g->threads : chance(g, 50) ? 1 : power_of_two_up_to(g, 1, g->threads);
  if (!g->knobs.one_level && chance(g, 50))
    length += put_level(g, text + length, RANDOM_MACHINE_BYTES - length, 1, 1);
  length += put_level(g, text + length, RANDOM_MACHINE_BYTES - length, 2, shared);
  if (chance(g, 20))
    snprintf(text + length, RANDOM_MACHINE_BYTES - length, ";placement=spread");
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
