/* Evaluates symbols, arrays and the addresses of accesses, with rows that are longer where padding is asked for. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "concrete_evaluation.h"

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
    const char *origin = known[i] ? NULL : default_origin(b->program, i);
    if (origin) {
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
                                                  .group = array->group,
                                                  .is_private = array->is_private,
                                                  .is_heap = array->is_heap};
    if (array->is_heap && !array->has_base)
      pme__assume(b, PME_ASSUMPTION_HEAP_BLOCKS, PME_NONE, "");
  }
  return true;
}

/* glibc: M_MMAP_THRESHOLD less what a block has for itself, where that begins in its pages, its alignment. */
enum { MAPPED_BYTES = 128 * 1024 - 8, MAPPED_PHASE = 16, PAGE_BYTES = 4096, HEAP_BYTES = 16, NATURAL_BYTES = 16 };

pme_alignment pme_concrete_alignment(const pme_concrete_array *array, int64_t reach_bytes) {
  int64_t element = array->element_bytes > 0 ? array->element_bytes : 1;
  int64_t granule = (element & -element) > NATURAL_BYTES ? NATURAL_BYTES : element & -element;
  if (array->alignment_bytes > granule)
    granule = array->alignment_bytes;
  if (!array->is_heap || array->has_base || granule > MAPPED_PHASE)
    return (pme_alignment){granule, 0};
  int64_t size = array->size_bytes > reach_bytes ? array->size_bytes : reach_bytes;
  return size >= MAPPED_BYTES ? (pme_alignment){PAGE_BYTES, MAPPED_PHASE} : (pme_alignment){HEAP_BYTES, 0};
}

/* Bytes from a row of the array to the next; 0: it has no rows, or they are not known. */
static int64_t row_bytes(const pme__evaluation *b, int array) {
  const pme_array *source = pme_program_array(b->program, array);
  int64_t whole = b->concrete->arrays[array].size_bytes, rows = 0;
  pme_affine extent;
  pme__affine_context context = b->affine;
  context.depth = context.team = 0;
  if (source->extent_count < 2)
    return 0;
  if (whole > 0 && pme__affine_evaluate(&context, source->extents[0], &extent) == PME__AFFINE_OK)
    rows = extent.constant;
  if (rows > 0)
    return whole / rows;
  int64_t bytes = source->element_bytes;
  for (int e = 1; e < source->extent_count; e++)
    if (source->extents[e] == PME_NONE ||
        pme__affine_evaluate(&context, source->extents[e], &extent) != PME__AFFINE_OK || extent.constant <= 0 ||
        __builtin_mul_overflow(bytes, extent.constant, &bytes))
      return 0;
  return bytes;
}

/* What an offset becomes when every row of `row` bytes gets `pad` bytes longer. */
static int64_t padded(int64_t offset, int64_t row, int64_t pad) {
  int64_t rows = pme_floor_divide(offset + row / 2, row), result;
  return __builtin_mul_overflow(rows, pad, &result) || __builtin_add_overflow(offset, result, &result) ? offset
                                                                                                       : result;
}

static bool pad_access(pme__evaluation *b, pme_concrete_access *access) {
  const pme_proposal *proposal = b->what_if->proposal;
  if (!proposal || proposal->pad_bytes <= 0 || proposal->padded_array != access->array)
    return true;
  int64_t declared = row_bytes(b, access->array), row = declared > 0 ? declared : proposal->pad_row_bytes;
  pme_affine *offset = &access->offset_bytes;
  int64_t *coefficients = PME_ARENA_NEW(b->concrete->arena, int64_t, offset->depth);
  if (!coefficients)
    return false;
  if (row <= 0)
    return true;
  for (int d = 0; d < offset->depth; d++)
    coefficients[d] = padded(offset->coefficients[d], row, proposal->pad_bytes);
  offset->coefficients = coefficients;
  offset->constant = padded(offset->constant, row, proposal->pad_bytes);
  access->thread_bytes = padded(access->thread_bytes, row, proposal->pad_bytes);
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
  pme__give_failure(b, result, id, PME_REASON_NON_AFFINE_SUBSCRIPT, "address");
  return result == PME__AFFINE_OK;
}
