/* Placement of arrays. */
#include "placement.h"

#include "random.h"

static const uint64_t FIRST_ADDRESS = UINT64_C(1) << 40;
static const uint64_t DRAW_BYTES = UINT64_C(1) << 30;
/* Intervals are cut off here; a program with such offsets is over any budget anyway. */
static const int64_t FAR = INT64_C(1) << 60;

/* ---- ranges of affine functions ---- */

typedef struct range {
  int64_t low, high; /* low > high: empty */
} range;

static int64_t clamp(int64_t value) { return value < -FAR ? -FAR : value > FAR ? FAR : value; }

static int64_t times(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product))
    return (a < 0) == (b < 0) ? FAR : -FAR;
  return clamp(product);
}

static void add_scaled(range *sum, int64_t coefficient, range r) {
  sum->low = clamp(sum->low + times(coefficient, coefficient > 0 ? r.low : r.high));
  sum->high = clamp(sum->high + times(coefficient, coefficient > 0 ? r.high : r.low));
}

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static range affine_range(const sim_affine *affine, const range *iterators) {
  range sum = {clamp(affine->constant), clamp(affine->constant)};
  for (int t = 0; t < affine->term_count; t++)
    add_scaled(&sum, affine->terms[t].coefficient, iterators[affine->terms[t].depth]);
  for (int q = 0; q < affine->div_count; q++) {
    range n = affine_range(&affine->divs[q].numerator, iterators);
    range quotient = {floor_divide(n.low, affine->divs[q].denominator),
                      floor_divide(n.high, affine->divs[q].denominator)};
    add_scaled(&sum, affine->divs[q].coefficient, quotient);
  }
  return sum;
}

/* Of the largest (towards = 1) or smallest (-1) of several functions. */
static range extreme_range(const sim_affine *affines, int count, const range *iterators, int towards) {
  range best = affine_range(&affines[0], iterators);
  for (int i = 1; i < count; i++) {
    range r = affine_range(&affines[i], iterators);
    if (towards > 0 ? r.low > best.low : r.low < best.low)
      best.low = r.low;
    if (towards > 0 ? r.high > best.high : r.high < best.high)
      best.high = r.high;
  }
  return best;
}

static range iterator_range(const sim_bounds *bounds, const range *iterators) {
  int up = bounds->step > 0 ? 1 : -1;
  range first = extreme_range(bounds->firsts, bounds->first_count, iterators, up);
  range last = extreme_range(bounds->lasts, bounds->last_count, iterators, -up);
  return up > 0 ? (range){first.low, last.high} : (range){last.low, first.high};
}

/* ---- room ---- */

static void reach(sim_placement *placement, const sim_access *access, const range *iterators) {
  range offset = affine_range(&access->offset_bytes, iterators);
  int64_t threads_bytes = access->thread_bytes * (access->threads - 1);
  *(threads_bytes < 0 ? &offset.low : &offset.high) += threads_bytes;
  uint64_t *below = &placement->below[access->array], *above = &placement->above[access->array];
  if (offset.low < 0 && 0 - (uint64_t)offset.low > *below)
    *below = 0 - (uint64_t)offset.low;
  if (offset.high + access->size_bytes > 0 && (uint64_t)(offset.high + access->size_bytes) > *above)
    *above = (uint64_t)(offset.high + access->size_bytes);
}

/* Visits the tree; a loop that is never entered (empty interval) contributes nothing. Depth is bounded by the plan's.
 */
static void reach_of_list(sim_placement *placement, const sim_plan *plan, int id, range *iterators) {
  for (; id != PME_NONE; id = plan->nodes[id].next_sibling) {
    const sim_node *node = &plan->nodes[id];
    if (node->kind == SIM_RUN)
      for (int a = 0; a < node->access_count; a++)
        reach(placement, &plan->accesses[node->access_first + a], iterators);
    if (node->kind == SIM_LOOP || node->kind == SIM_SHARED) {
      range r = iterator_range(&node->bounds, iterators);
      if (r.low > r.high)
        continue;
      iterators[node->bounds.depth] = r;
    }
    reach_of_list(placement, plan, node->first_child, iterators);
  }
}

static uint64_t round_up(uint64_t value, uint64_t unit) {
  uint64_t rest = value % unit;
  return rest ? value + (unit - rest) : value;
}

static const pme_concrete_array *array_at(const sim_plan *plan, int id) {
  return pme_concrete_array_at(plan->concrete, id);
}

static void find_room(sim_placement *placement, const sim_plan *plan) {
  range iterators[PME_MAX_DEPTH] = {{0, 0}};
  reach_of_list(placement, plan, plan->first_node, iterators);
  for (int a = 0; a < placement->array_count; a++) {
    const pme_concrete_array *array = array_at(plan, a);
    if (array->size_bytes > 0 && (uint64_t)array->size_bytes > placement->above[a])
      placement->above[a] = (uint64_t)array->size_bytes;
    if (array->is_private) {
      uint64_t size = array->size_bytes > 0 ? (uint64_t)array->size_bytes : placement->below[a] + placement->above[a];
      placement->private_distance[a] = round_up(size, SIM_PAGE_BYTES) + SIM_PAGE_BYTES;
    }
  }
}

pme_status pme__sim_placement_create(const sim_plan *plan, pme_arena *arena, sim_placement **out) {
  sim_placement *placement = PME_ARENA_NEW(arena, sim_placement, 1);
  if (!placement)
    return PME_NO_MEMORY;
  int count = placement->array_count = pme_program_array_count(pme_concrete_program(plan->concrete));
  placement->bases = PME_ARENA_NEW(arena, uint64_t, count);
  placement->private_distance = PME_ARENA_NEW(arena, uint64_t, count);
  placement->below = PME_ARENA_NEW(arena, uint64_t, count);
  placement->above = PME_ARENA_NEW(arena, uint64_t, count);
  if (!placement->bases || !placement->private_distance || !placement->below || !placement->above)
    return PME_NO_MEMORY;
  find_room(placement, plan);
  *out = placement;
  return PME_OK;
}

/* ---- placing ---- */

/* Extent of a block of arrays around its base: one array, or a group. */
typedef struct block {
  uint64_t below, above, alignment, phase;
} block;

static void include(block *b, const sim_placement *placement, const sim_plan *plan, int id, uint64_t relative) {
  const pme_concrete_array *array = array_at(plan, id);
  uint64_t copies = placement->private_distance[id] * (uint64_t)(plan->most_threads - 1);
  uint64_t above = relative + placement->above[id] + copies;
  if (placement->below[id] > relative && placement->below[id] - relative > b->below)
    b->below = placement->below[id] - relative;
  if (above > b->above)
    b->above = above;
  pme_alignment alignment = pme_concrete_likely_alignment(array, (int64_t)placement->above[id]);
  if ((uint64_t)alignment.granule_bytes > b->alignment)
    b->alignment = (uint64_t)alignment.granule_bytes;
  b->phase = (uint64_t)alignment.phase_bytes;
}

/* At least 64 bytes, and a multiple of the alignment. */
static uint64_t line_alignment(uint64_t alignment) {
  while (alignment < 64)
    alignment *= 2;
  return alignment;
}

/* The base of a block behind *next, which moves on. */
static uint64_t place(const block *b, uint64_t *next, uint64_t *random) {
  uint64_t base;
  if (random) {
    uint64_t choices = b->alignment < DRAW_BYTES ? DRAW_BYTES / b->alignment : 1;
    uint64_t start = round_up(*next + b->below, round_up(DRAW_BYTES, b->alignment));
    base = start + b->alignment * sim_random_below(random, choices);
  } else {
    base = round_up(*next + b->below, line_alignment(b->alignment));
  }
  base += b->phase;
  *next = base + b->above;
  return base;
}

/* A group whose members have bases moves as one; a member without one is placed alone. */
static bool in_group(const pme_concrete_array *array) { return array->group != PME_NONE && array->has_base; }

static void place_group(sim_placement *placement, const sim_plan *plan, int group, uint64_t *next, uint64_t *random) {
  block b = {0, 0, 1, 0};
  for (int a = 0; a < placement->array_count; a++)
    if (in_group(array_at(plan, a)) && array_at(plan, a)->group == group)
      include(&b, placement, plan, a, array_at(plan, a)->base_bytes);
  uint64_t base = place(&b, next, random);
  for (int a = 0; a < placement->array_count; a++)
    if (in_group(array_at(plan, a)) && array_at(plan, a)->group == group)
      placement->bases[a] = base + array_at(plan, a)->base_bytes;
}

static bool first_of_group(const sim_plan *plan, int id) {
  for (int a = 0; a < id; a++)
    if (in_group(array_at(plan, a)) && array_at(plan, a)->group == array_at(plan, id)->group)
      return false;
  return true;
}

void pme__sim_placement_set(sim_placement *placement, const sim_plan *plan, uint64_t *random) {
  uint64_t next = FIRST_ADDRESS;
  for (int a = 0; a < placement->array_count; a++) {
    const pme_concrete_array *array = array_at(plan, a);
    if (array->group == PME_NONE && array->has_base) {
      placement->bases[a] = array->base_bytes;
      continue;
    }
    placement->guessed = true;
    if (in_group(array)) {
      if (first_of_group(plan, a))
        place_group(placement, plan, array->group, &next, random);
      continue;
    }
    block b = {0, 0, 1, 0};
    include(&b, placement, plan, a, 0);
    placement->bases[a] = place(&b, &next, random);
  }
}
