/* Arrays: how far they reach, which move together, what is known of their bases. The conventions are those of the
 * simulator (docs/model/simulator.md): natural alignment, groups, copies of private arrays. */
#include "loop_tree.h"

enum { PAGE_BYTES = 4096 };
static const int64_t FAR = INT64_C(1) << 58;

typedef struct span {
  int64_t low, high;
} span;

static int64_t clamp(__int128 value) { return value < -FAR ? -FAR : value > FAR ? FAR : (int64_t)value; }

static span span_of(const pme_affine *affine, const span *iterators);

static void add_scaled(span *sum, int64_t c, span s) {
  sum->low = clamp(sum->low + (__int128)c * (c > 0 ? s.low : s.high));
  sum->high = clamp(sum->high + (__int128)c * (c > 0 ? s.high : s.low));
}

/* An affine function without what its remainders stand for. */
typedef struct rest {
  int64_t constant, coefficients[PME_MAX_DEPTH];
} rest;

/* f N - f d floor(N / d) is f times a remainder of d: takes f N away. False: the division is none of a remainder. */
static bool take_remainder(const pme_affine_div *div, int depth, rest *of) {
  const pme_affine *n = div->numerator;
  if (div->coefficient == INT64_MIN || div->coefficient % div->denominator != 0 || n->div_count > 0)
    return false;
  int64_t factor = -div->coefficient / div->denominator;
  for (int d = 0; d < n->depth && d < depth; d++)
    if (n->coefficients[d] != 0 && (__int128)factor * n->coefficients[d] != of->coefficients[d])
      return false;
  for (int d = 0; d < n->depth && d < depth; d++)
    of->coefficients[d] = n->coefficients[d] != 0 ? 0 : of->coefficients[d];
  of->constant = clamp(of->constant - (__int128)factor * n->constant);
  return true;
}

static span quotient_of(const pme_affine_div *div, const span *iterators) {
  span n = span_of(div->numerator, iterators);
  return (span){pme_floor_divide(n.low, div->denominator), pme_floor_divide(n.high, div->denominator)};
}

/* Interval arithmetic over the source loops; remainders are less than what is divided by. */
static span span_of(const pme_affine *affine, const span *iterators) {
  rest of = {.constant = affine->constant};
  span sum = {0, 0};
  for (int d = 0; d < affine->depth; d++)
    of.coefficients[d] = affine->coefficients[d];
  for (int q = 0; q < affine->div_count; q++) {
    const pme_affine_div *div = &affine->divs[q];
    span quotient = quotient_of(div, iterators);
    if (quotient.low != quotient.high && take_remainder(div, affine->depth, &of))
      add_scaled(&sum, -div->coefficient / div->denominator, (span){0, div->denominator - 1});
    else
      add_scaled(&sum, div->coefficient, quotient);
  }
  for (int d = 0; d < affine->depth; d++)
    add_scaled(&sum, of.coefficients[d], iterators[d]);
  return (span){clamp((__int128)sum.low + of.constant), clamp((__int128)sum.high + of.constant)};
}

static span extreme(const pme_affine *affines, int count, const span *iterators, bool largest) {
  span best = span_of(&affines[0], iterators);
  for (int i = 1; i < count; i++) {
    span s = span_of(&affines[i], iterators);
    if (largest ? s.low > best.low : s.low < best.low)
      best.low = s.low;
    if (largest ? s.high > best.high : s.high < best.high)
      best.high = s.high;
  }
  return best;
}

static span iterator_span(const pme_concrete_loop *loop, const span *iterators) {
  bool up = loop->step > 0;
  span first = extreme(loop->firsts, loop->first_count, iterators, up);
  span last = extreme(loop->lasts, loop->last_count, iterators, !up);
  return up ? (span){first.low, last.high} : (span){last.low, first.high};
}

static void reach(pme__loop_tree *program, int id, span *iterators) {
  for (; id != PME_NONE; id = pme_concrete_node_at(program->concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(program->concrete, id);
    if (!node->modelled)
      continue;
    if (node->kind == PME_NODE_ACCESS) {
      pme__tree_array *array = &program->arrays[node->u.access.array];
      span offset = span_of(&node->u.access.offset_bytes, iterators);
      add_scaled(&offset, node->u.access.thread_bytes, (span){0, node->u.access.threads - 1});
      if (offset.low < array->low_bytes)
        array->low_bytes = offset.low;
      if (offset.high + node->u.access.size_bytes > array->high_bytes)
        array->high_bytes = offset.high + node->u.access.size_bytes;
    } else if (node->kind == PME_NODE_LOOP) {
      iterators[node->u.loop.depth] = iterator_span(&node->u.loop, iterators);
      if (iterators[node->u.loop.depth].low > iterators[node->u.loop.depth].high)
        continue;
    }
    reach(program, node->first_child, iterators);
  }
}

static bool in_group(const pme_concrete_array *array) { return array->group != PME_NONE && array->has_base; }

static const pme_concrete_array *source_array(const pme__loop_tree *program, int id) {
  return pme_concrete_array_at(program->concrete, id);
}

/* The placement group of an array without an absolute base. */
static int group_of(pme__loop_tree *program, int id) {
  const pme_concrete_array *array = source_array(program, id);
  for (int other = 0; other < id && in_group(array); other++)
    if (in_group(source_array(program, other)) && source_array(program, other)->group == array->group)
      return program->arrays[other].group;
  return program->group_count++;
}

/* What is likely of an array that stands alone: it may be anywhere else, too. */
static void place_group(pme__loop_tree *program, const pme__tree_array *array, pme_alignment likely) {
  int64_t *granule = &program->group_granules[array->group];
  if (array->granule_bytes > *granule)
    *granule = array->granule_bytes;
  program->group_likely[array->group] = (pme_alignment){*granule, 0};
  if (likely.granule_bytes > *granule)
    program->group_likely[array->group] = likely;
}

static void describe(pme__loop_tree *program, int id) {
  const pme_concrete_array *source = source_array(program, id);
  pme__tree_array *array = &program->arrays[id];
  if (source->size_bytes > array->high_bytes)
    array->high_bytes = source->size_bytes;
  if (source->is_private) {
    int64_t size = source->size_bytes > 0 ? source->size_bytes : array->high_bytes - array->low_bytes;
    array->pitch_bytes = (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES + PAGE_BYTES;
  }
  pme_alignment alignment = pme_concrete_alignment(source, array->high_bytes);
  array->base_bytes = source->has_base ? (int64_t)source->base_bytes : alignment.phase_bytes;
  array->known = source->has_base && source->group == PME_NONE;
  array->granule_bytes = alignment.granule_bytes;
  array->group = array->known ? PME_NONE : group_of(program, id);
  if (!array->known)
    place_group(program, array, pme_concrete_likely_alignment(source, array->high_bytes));
}

pme_status pme__tree_place_arrays(pme__loop_tree *program, pme_arena *arena) {
  const pme_program *source = pme_concrete_program(program->concrete);
  span *iterators = PME_ARENA_NEW(arena, span, PME_MAX_DEPTH);
  program->array_count = pme_program_array_count(source);
  program->arrays = PME_ARENA_NEW(arena, pme__tree_array, program->array_count);
  program->group_granules = PME_ARENA_NEW(arena, int64_t, program->array_count);
  program->group_likely = PME_ARENA_NEW(arena, pme_alignment, program->array_count);
  if (!iterators || !program->arrays || !program->group_granules || !program->group_likely)
    return PME_NO_MEMORY;
  reach(program, pme_program_first_node(source), iterators);
  for (int a = 0; a < program->array_count; a++)
    describe(program, a);
  for (int r = 0; r < program->reference_count; r++) {
    pme__tree_reference *reference = &program->references[r];
    const pme_concrete_node *node = pme_concrete_node_at(program->concrete, reference->node);
    reference->is_private = source_array(program, reference->array)->is_private;
    reference->pitch_bytes = program->arrays[reference->array].pitch_bytes + node->u.access.thread_bytes;
  }
  return PME_OK;
}
