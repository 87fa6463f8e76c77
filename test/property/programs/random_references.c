/* Random programs: arrays, and references to them. */
#include "test/property/programs/random_parts.h"

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

void make_array(generator *g, int id) {
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
  else if (g->knobs.with_heap && chance(g, 50))
    program_put(&g->out, " heap");
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

void put_subscript_reference(generator *g, bool neighbour) {
  put_reference_begin(g, (int)between(g, 0, g->array_count - 1));
  program_put(&g->out, "[");
  put_subscript(g, neighbour);
  program_put(&g->out, ", ");
  put_subscript(g, neighbour);
  program_put(&g->out, "]\n");
}

void put_quotient(generator *g) {
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

void put_references(generator *g, int64_t count) {
  for (; count > 0 && !full(g); count--)
    if (g->knobs.with_divisions && g->loop_count > 0 && chance(g, 50))
      put_divided_reference(g);
    else
      put_linear_reference(g);
}
