/* Evaluates symbols, arrays and the addresses of accesses, with rows that are longer where padding is asked for. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/base/integer.h"
#include "concrete_evaluation.h"
#include "tree.h"

/* A symbol that a region has as its number of threads. */
static bool is_team_size(const pme_program *program, int parameter) {
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    pme_expr threads = node->kind == PME_NODE_REGION ? node->u.region.threads
                       : node->kind == PME_NODE_LOOP ? node->u.loop.threads
                                                     : PME_NONE;
    if (threads == PME_NONE)
      continue;
    const pme_expr_node *expr = pme_program_expr(program, threads);
    if (expr->kind == PME_EXPR_PARAMETER && expr->value == parameter)
      return true;
  }
  return false;
}

/* What a symbol without a value is in any case: who asks says how large teams are. NULL: nothing is known of it. */
static const char *default_origin(const pme_program *program, int parameter) {
  if (strcmp(pme_program_parameter(program, parameter)->name, PME_LARGEST_TEAM) == 0)
    return "the size of a team";
  return is_team_size(program, parameter) ? "taken: the size of a team" : NULL;
}

/* Of an exponent that has a value; one that was taken for something says nothing of the power. */
static void bind_power(pme__evaluation *b, int power, bool *known, int64_t *values) {
  static const char taken[] = "taken";
  enum { MOST_EXPONENT = 62 };
  int exponent = known[power] ? PME_NONE : pme__exponent_of(b->program, power);
  if (exponent == PME_NONE || !known[exponent] || values[exponent] < 0 || values[exponent] > MOST_EXPONENT)
    return;
  const char *name = pme_program_parameter(b->program, exponent)->name;
  for (int i = 0; i < b->what_if->binding_count; i++) {
    const pme_binding *binding = &b->what_if->bindings[i];
    if (!strcmp(binding->name, name) && binding->origin && !strncmp(binding->origin, taken, strlen(taken)))
      return;
  }
  known[power] = true;
  values[power] = INT64_C(1) << values[exponent];
}

bool pme__bind_parameters(pme__evaluation *b) {
  int count = pme_program_parameter_count(b->program);
  bool *known = PME_ARENA_NEW(b->concrete->arena, bool, count);
  int64_t *values = PME_ARENA_NEW(b->concrete->arena, int64_t, count);
  if (!known || !values)
    return false;
  for (int i = 0; i < count; i++) {
    const pme_parameter *parameter = pme_program_parameter(b->program, i);
    known[i] = parameter->known;
    values[i] = parameter->value;
    const char *origin = known[i] ? "in the program" : default_origin(b->program, i);
    if (!known[i] && origin) {
      known[i] = true;
      values[i] = pme__largest_team(b->what_if);
    }
    for (int j = 0; j < b->what_if->binding_count; j++) {
      if (strcmp(b->what_if->bindings[j].name, parameter->name) == 0) {
        known[i] = true;
        values[i] = b->what_if->bindings[j].value;
        origin = b->what_if->bindings[j].origin;
      }
    }
    if (known[i]) {
      char text[400];
      snprintf(text, sizeof text, "%.200s = %" PRId64 " (%.120s)", parameter->name, values[i],
               origin ? origin : "given");
      pme__assume(b, PME_ASSUMPTION_PARAMETER_VALUE, PME_NONE, text);
    }
  }
  for (int i = 0; i < count; i++)
    bind_power(b, i, known, values);
  b->affine.known = known;
  b->affine.values = values;
  return true;
}

/* Product of the extents times the element size; 0 = unknown. */
static int64_t array_bytes(pme__evaluation *b, const pme_array *array) {
  int64_t bytes = array->element_bytes;
  for (int e = 0; e < array->extent_count; e++) {
    pme_affine extent;
    if (array->extents[e] == PME_NONE ||
        pme__affine_evaluate(&b->affine, array->extents[e], &extent) != PME__AFFINE_OK || extent.constant <= 0 ||
        __builtin_mul_overflow(bytes, extent.constant, &bytes) || bytes > INT64_C(1) << 60)
      return 0;
  }
  return array->extent_count ? bytes : 0;
}

/* Bytes from a row of the array to the next; 0: it has no rows, or they are not known. */
static int64_t row_bytes(pme__evaluation *b, const pme_array *source) {
  int64_t bytes = source->element_bytes;
  for (int e = 1; e < source->extent_count; e++) {
    pme_affine extent;
    if (source->extents[e] == PME_NONE ||
        pme__affine_evaluate(&b->affine, source->extents[e], &extent) != PME__AFFINE_OK || extent.constant <= 0 ||
        __builtin_mul_overflow(bytes, extent.constant, &bytes) || bytes > INT64_C(1) << 60)
      return 0;
  }
  return source->extent_count > 1 ? bytes : 0;
}

/* By so much an array grows whose rows get longer; 0 where its rows are not known. */
static int64_t growth_of(pme__evaluation *b, const pme_longer_rows *pad) {
  const pme_array *array = pme_program_array(b->program, pad->array);
  int64_t bytes = array_bytes(b, array);
  pme_affine rows;
  if (bytes <= 0 || array->extent_count < 2 ||
      pme__affine_evaluate(&b->affine, array->extents[0], &rows) != PME__AFFINE_OK || rows.constant > bytes)
    return 0;
  return pad->bytes < INT64_C(1) << 30 && rows.constant < INT64_C(1) << 30 ? rows.constant * pad->bytes : 0;
}

/* Longer rows of an array move what a linker puts behind it. */
static void move_what_is_behind(pme__evaluation *b) {
  const pme_proposal *proposal = b->what_if->proposal;
  for (int p = 0; proposal && p < proposal->pad_count; p++) {
    const pme_array *longer = pme_program_array(b->program, proposal->pads[p].array);
    int64_t growth = longer->has_base && longer->group != PME_NONE ? growth_of(b, &proposal->pads[p]) : 0;
    for (int i = 0; i < pme_program_array_count(b->program) && growth > 0; i++) {
      const pme_array *other = pme_program_array(b->program, i);
      if (other->has_base && other->group == longer->group && other->base_bytes > longer->base_bytes)
        b->concrete->arrays[i].base_bytes += (uint64_t)growth;
    }
  }
}

bool pme__evaluate_arrays(pme__evaluation *b) {
  int count = pme_program_array_count(b->program);
  b->concrete->arrays = PME_ARENA_NEW(b->concrete->arena, pme_concrete_array, count);
  if (!b->concrete->arrays)
    return false;
  b->affine.depth = 0;
  b->affine.team = 0;
  for (int i = 0; i < count; i++) {
    const pme_array *array = pme_program_array(b->program, i);
    b->concrete->arrays[i] = (pme_concrete_array){.has_base = array->has_base,
                                                  .base_bytes = array->base_bytes,
                                                  .alignment_bytes = array->alignment_bytes,
                                                  .element_bytes = array->element_bytes,
                                                  .size_bytes = array_bytes(b, array),
                                                  .row_bytes = row_bytes(b, array),
                                                  .group = array->group,
                                                  .is_private = array->is_private,
                                                  .is_heap = array->is_heap,
                                                  .is_unmapped = array->is_unmapped,
                                                  .is_likely_heap = array->is_likely_heap,
                                                  .allocated_bytes = array->allocated_bytes,
                                                  .allocated_at = array->allocated_at,
                                                  .is_about_there = array->is_about_there};
    if ((array->is_heap || array->is_likely_heap) && !array->has_base)
      pme__assume(b, PME_ASSUMPTION_HEAP_BLOCKS, PME_NONE, "");
  }
  move_what_is_behind(b);
  return true;
}

/* glibc: M_MMAP_THRESHOLD less what a block has for itself, where that begins in its pages, how far blocks that come back
 * raise the threshold, the least block, alignments. */
enum {
  MAPPED_BYTES = 128 * 1024 - 8,
  MAPPED_PHASE = 16,
  MOST_UNMAPPED_BYTES = 32 * 1024 * 1024,
  LEAST_BLOCK_BYTES = 32,
  PAGE_BYTES = 4096,
  HEAP_BYTES = 16,
  NATURAL_BYTES = 16
};

static int64_t granule_of(const pme_concrete_array *array) {
  int64_t element = array->element_bytes > 0 ? array->element_bytes : 1;
  int64_t granule = (element & -element) > NATURAL_BYTES ? NATURAL_BYTES : element & -element;
  if (array->alignment_bytes > granule)
    granule = array->alignment_bytes;
  return array->is_likely_heap && !array->has_base && granule < HEAP_BYTES ? HEAP_BYTES : granule;
}

/* Where a block of its own pages begins: what is left before it is the least block, or nothing. */
static int64_t mapped_phase(int64_t alignment) {
  int64_t phase = MAPPED_PHASE;
  if (alignment > phase)
    phase = (MAPPED_PHASE + LEAST_BLOCK_BYTES + alignment - 1) / alignment * alignment;
  return phase % PAGE_BYTES;
}

static pme_alignment alignment_in_heap(const pme_concrete_array *array, int64_t reach_bytes) {
  int64_t size = array->size_bytes > reach_bytes ? array->size_bytes : reach_bytes, granule = granule_of(array);
  granule = granule < HEAP_BYTES ? HEAP_BYTES : granule;
  if (size < (array->is_unmapped ? MOST_UNMAPPED_BYTES : MAPPED_BYTES) || granule >= PAGE_BYTES ||
      PAGE_BYTES % granule != 0)
    return (pme_alignment){granule, 0};
  return (pme_alignment){PAGE_BYTES, mapped_phase(granule)};
}

pme_alignment pme_concrete_alignment(const pme_concrete_array *array, int64_t reach_bytes) {
  bool in_heap = array->is_heap && !array->has_base;
  return in_heap ? alignment_in_heap(array, reach_bytes) : (pme_alignment){granule_of(array), 0};
}

/* The start of a line. */
enum { LIKELY_SMALL_BYTES = 64 };

pme_alignment pme_concrete_likely_alignment(const pme_concrete_array *array, int64_t reach_bytes) {
  if (array->has_base || !array->is_likely_heap)
    return pme_concrete_alignment(array, reach_bytes);
  pme_alignment likely = alignment_in_heap(array, reach_bytes);
  if (likely.granule_bytes < LIKELY_SMALL_BYTES)
    likely.granule_bytes = LIKELY_SMALL_BYTES;
  return likely;
}

/* What an offset becomes when every row of `row` bytes gets `pad` bytes longer. */
static int64_t padded(int64_t offset, int64_t row, int64_t pad) {
  int64_t rows = pme_floor_divide(offset + row / 2, row), result;
  return __builtin_mul_overflow(rows, pad, &result) || __builtin_add_overflow(offset, result, &result) ? offset
                                                                                                       : result;
}

static const pme_longer_rows *longer_rows_of(const pme_proposal *proposal, int array) {
  for (int i = 0; proposal && i < proposal->pad_count; i++)
    if (proposal->pads[i].array == array)
      return &proposal->pads[i];
  return NULL;
}

static bool pad_access(pme__evaluation *b, pme_concrete_access *access) {
  const pme_longer_rows *pad = longer_rows_of(b->what_if->proposal, access->array);
  if (!pad)
    return true;
  int64_t declared = b->concrete->arrays[access->array].row_bytes, row = declared > 0 ? declared : pad->row_bytes;
  pme_affine *offset = &access->offset_bytes;
  int64_t *coefficients = PME_ARENA_NEW(b->concrete->arena, int64_t, offset->depth);
  if (!coefficients)
    return false;
  if (row <= 0)
    return true;
  for (int d = 0; d < offset->depth; d++)
    coefficients[d] = padded(offset->coefficients[d], row, pad->bytes);
  offset->coefficients = coefficients;
  offset->constant = padded(offset->constant, row, pad->bytes);
  access->thread_bytes = padded(access->thread_bytes, row, pad->bytes);
  return true;
}

/* ---- places that data choose ---- */

/* Apart by more than three lines of 64 bytes, and more than one of 128: no two are in one line, all sets are used
 * alike, and structures begin anywhere in a line where what malloc returns may. Round an array go whole lines. */
enum { APART_BYTES = 208 };
static const int64_t APART_LINES = 3, LINE_BYTES = 64;
/* Iterations further out go to the same places again: more lines than any cache has. */
static const int64_t MOST_BYTES = INT64_C(1) << 45;
/* Behind all that addresses reach, and apart for each place. */
static const int64_t FIRST_PLACE = INT64_C(1) << 50, NEXT_PLACE = (INT64_C(1) << 46) + INT64_C(7919) * 64;
enum { MOST_PLACES = 512 };

static int64_t step_at(const pme__evaluation *b, int node, int depth) {
  const pme_concrete_node *nodes = b->concrete->nodes;
  while (nodes[node].kind != PME_NODE_LOOP || nodes[node].u.loop.depth != depth)
    node = nodes[node].parent;
  return nodes[node].u.loop.step < 0 ? -nodes[node].u.loop.step : nodes[node].u.loop.step;
}

/* Places, one for each iteration of the loops down to `depth`. */
typedef struct place_numbers {
  int depth;
  int64_t apart; /* multiples of it lie between them */
  int64_t bytes; /* of one of them; then from the first to behind the last one */
  int64_t *coefficients, constant;
} place_numbers;

/* What the loops count, with digits of mixed radix. */
static void number_iterations(const pme__evaluation *b, int id, place_numbers *n) {
  for (int d = n->depth - 1; d >= 0; d--) {
    int64_t step = step_at(b, id, d), unit = n->apart / pme__gcd(n->apart, step), start;
    double trips = ((double)b->high[d] - (double)b->low[d]) / (double)step + 1;
    n->coefficients[d] = 0;
    if (step > MOST_BYTES)
      continue;
    int64_t times = ((n->bytes + unit * step - 1) / (unit * step)) | 1;
    double all_bytes = (double)times * (double)unit * (double)step * trips;
    if (all_bytes > (double)MOST_BYTES || __builtin_mul_overflow(times * unit, b->low[d], &start) ||
        start < -FIRST_PLACE / PME_MAX_DEPTH || start > FIRST_PLACE / PME_MAX_DEPTH)
      continue;
    n->coefficients[d] = times * unit;
    n->constant -= start;
    n->bytes = (int64_t)all_bytes;
  }
}

/* Of an array that has fewer lines, one after the other, round and round. */
static bool go_round(pme__evaluation *b, int64_t array_bytes, pme_affine *offset) {
  int64_t lines = (array_bytes + LINE_BYTES - 1) / LINE_BYTES;
  int64_t around = (lines % APART_LINES == 0 ? lines + 1 : lines) * LINE_BYTES;
  pme_affine *numerator = PME_ARENA_NEW(b->concrete->arena, pme_affine, 1);
  pme_affine_div *wrap = PME_ARENA_NEW(b->concrete->arena, pme_affine_div, 1);
  if (!numerator || !wrap)
    return false;
  *numerator = *offset;
  *wrap = (pme_affine_div){-around, numerator, around};
  offset->div_count = 1;
  offset->divs = wrap;
  return true;
}

/* What `offset` moves by in the loops that stay at a place. */
static int64_t bytes_at_place(const pme__evaluation *b, const pme_affine *offset, int depth) {
  double bytes = 0;
  for (int d = depth; d < offset->depth; d++)
    bytes += fabs((double)offset->coefficients[d]) * ((double)b->high[d] - (double)b->low[d]);
  return bytes < (double)(MOST_BYTES / APART_BYTES) ? (int64_t)bytes : 0;
}

/* False when memory runs out. */
static bool scatter(pme__evaluation *b, int id, const pme_access *source, pme_concrete_access *access) {
  pme_affine *offset = &access->offset_bytes, places = {.depth = b->affine.depth};
  int64_t array_bytes = b->concrete->arrays[access->array].size_bytes;
  place_numbers n = {.depth = places.depth > source->stays ? places.depth - source->stays : 0, .apart = APART_BYTES};
  n.coefficients = PME_ARENA_NEW(b->concrete->arena, int64_t, places.depth);
  if (!n.coefficients)
    return false;
  int64_t at_place = bytes_at_place(b, offset, n.depth);
  n.bytes = APART_BYTES + at_place;
  number_iterations(b, id, &n);
  bool goes_round = array_bytes > 0 && at_place == 0 && array_bytes < n.bytes / APART_LINES;
  if (goes_round) {
    n = (place_numbers){n.depth, APART_LINES * LINE_BYTES, LINE_BYTES, n.coefficients, 0};
    number_iterations(b, id, &n);
  }
  for (int d = n.depth; d < places.depth && at_place > 0; d++) {
    n.coefficients[d] = offset->coefficients[d];
    n.constant -= n.coefficients[d] * (n.coefficients[d] < 0 ? b->high[d] : b->low[d]);
  }
  places.coefficients = n.coefficients;
  places.constant = n.constant;
  if (goes_round && !go_round(b, array_bytes, &places))
    return false;
  places.constant +=
      FIRST_PLACE + NEXT_PLACE * (access->scattered % MOST_PLACES) + (offset->constant & (LINE_BYTES - 1));
  *offset = places;
  return true;
}

bool pme__evaluate_access(pme__evaluation *b, int id, pme_concrete_node *out) {
  const pme_access *source = &pme_program_node(b->program, id)->u.access;
  pme_concrete_access *access = &out->u.access;
  int64_t low, high, threads_bytes;
  access->array = source->array;
  access->size_bytes = source->size_bytes;
  access->is_write = source->is_write;
  access->threads = b->affine.team;
  pme__affine_result result =
      pme__affine_address(&b->affine, source->offset_bytes, &access->offset_bytes, &access->thread_bytes);
  if (result == PME__AFFINE_OK && !pad_access(b, access))
    result = PME__AFFINE_NO_MEMORY;
  if (result == PME__AFFINE_OK && (!pme__affine_range(&b->affine, &access->offset_bytes, &low, &high) ||
                                   __builtin_mul_overflow(access->thread_bytes, PME__MAX_TEAM, &threads_bytes)))
    result = PME__AFFINE_OVERFLOW;
  if (source->scattered > 0 && (result == PME__AFFINE_NOT_AFFINE || result == PME__AFFINE_OVERFLOW)) {
    access->offset_bytes = (pme_affine){0}; /* what it moves by at its place is not known, either */
    access->thread_bytes = 0;
    result = PME__AFFINE_OK;
  }
  access->scattered = result == PME__AFFINE_OK ? source->scattered : 0;
  if (access->scattered > 0 && !scatter(b, id, source, access))
    result = PME__AFFINE_NO_MEMORY;
  pme__give_failure(b, result, id, PME_REASON_NON_AFFINE_SUBSCRIPT, "address");
  return result == PME__AFFINE_OK && access->scattered == 0;
}
