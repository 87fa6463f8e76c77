/* Planning the distribution of a worksharing loop: from the schedule clause to blocks, chunks and digits. */
#include "schedule_plan.h"

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;
typedef pme__schedule_plan schedule_plan;

static const pme_concrete_node *at(const builder *b, int source) { return pme_concrete_node_at(b->concrete, source); }

static int only_child_loop(const builder *b, int source) {
  int child = PME_NONE;
  for (int id = at(b, source)->first_child; id != PME_NONE; id = at(b, id)->next_sibling) {
    if (!at(b, id)->modelled)
      continue;
    if (child != PME_NONE || at(b, id)->kind != PME_NODE_LOOP)
      return PME_NONE;
    child = id;
  }
  return child;
}

/* The smallest of constant bounds, plus one; false if a bound varies. */
static bool fixed_extent(const pme__unit_loop *shape, int64_t *extent) {
  for (int i = 0; i < shape->upper_count; i++) {
    if (!pme__tree_is_constant(&shape->uppers[i].numerator))
      return false;
    int64_t value = pme_floor_divide(shape->uppers[i].numerator.constant, shape->uppers[i].denominator) + 1;
    *extent = i == 0 || value < *extent ? value : *extent;
  }
  if (*extent < 0)
    *extent = 0;
  return true;
}

static bool uses_source_depths(const pme_affine *affines, int count, int from, int to) {
  for (int i = 0; i < count; i++) {
    for (int d = from; d < to && d < affines[i].depth; d++)
      if (affines[i].coefficients[d])
        return true;
    for (int q = 0; q < affines[i].div_count; q++)
      if (uses_source_depths(affines[i].divs[q].numerator, 1, from, to))
        return true;
  }
  return false;
}

/* Whether the work below may depend on source loops from .. to - 1, or on the thread. Below loops whose bounds do not
 * depend on them there is no other way to. */
static bool has_uneven_work(const builder *b, int source, int from, int to) {
  for (int id = at(b, source)->first_child; id != PME_NONE; id = at(b, id)->next_sibling) {
    const pme_concrete_node *node = at(b, id);
    bool uneven = false;
    if (!node->modelled)
      continue;
    if (node->kind == PME_NODE_LOOP)
      uneven = uses_source_depths(node->u.loop.firsts, node->u.loop.first_count, from, to) ||
               uses_source_depths(node->u.loop.lasts, node->u.loop.last_count, from, to);
    if (node->kind == PME_NODE_GUARD)
      uneven = node->u.guard.one_thread ||
               uses_source_depths(node->u.guard.conditions, node->u.guard.condition_count, from, to);
    if (uneven || has_uneven_work(b, id, from, to))
      return true;
  }
  return false;
}

static bool find_sources(const builder *b, int source, schedule_plan *d) {
  int collapse = at(b, source)->u.loop.collapse;
  d->count = collapse > 1 ? collapse : 1;
  if (d->count > PME__TREE_MAX_DIGITS)
    return false;
  for (int c = 0; c < d->count; c++) {
    d->sources[c] = source;
    if (c + 1 < d->count && (source = only_child_loop(b, source)) == PME_NONE)
      return false;
  }
  return true;
}

bool pme__schedule_plan_begin(const builder *b, int source, schedule_plan *d) {
  const pme_concrete_loop *loop = &at(b, source)->u.loop;
  memset(d, 0, offsetof(schedule_plan, shapes));
  for (int c = 0; c < PME__TREE_MAX_DIGITS; c++)
    pme__unit_loop_clear(&d->shapes[c]);
  d->threads = loop->threads;
  d->schedule = loop->schedule;
  return find_sources(b, source, d);
}

bool pme__schedule_plan_varies(const builder *b, const schedule_plan *d) {
  for (int c = 0; c < d->count; c++) {
    const pme_concrete_loop *loop = &at(b, d->sources[c])->u.loop;
    if (uses_source_depths(loop->firsts, loop->first_count, 0, loop->depth) ||
        uses_source_depths(loop->lasts, loop->last_count, 0, loop->depth))
      return true;
  }
  return false;
}

/* Shapes of loops that do not depend on each other. */
static bool find_shapes(builder *b, tree_node **around, schedule_plan *d) {
  for (int c = 0; c < d->count; c++)
    if (!pme__unit_loop_of(b, &at(b, d->sources[c])->u.loop, true, around, &d->shapes[c]))
      return false;
  return true;
}

/* Trip counts of all loops as one product. False: one of several varies. */
static bool find_extents(schedule_plan *d) {
  d->has_extents = true;
  d->iterations = 1;
  d->product.count = d->count;
  for (int c = d->count - 1; c >= 0; c--) {
    int64_t extent;
    if (!fixed_extent(&d->shapes[c], &extent)) {
      d->has_extents = false;
      return d->count == 1;
    }
    d->product.strides[c] = d->iterations;
    d->product.extents[c] = extent;
    if (__builtin_mul_overflow(d->iterations, extent, &d->iterations) || d->iterations > INT64_C(1) << 50)
      return false;
  }
  return true;
}

/* Shorter chunks hold too few iterations for digits of the whole loop to pay. Guided ones are long but for the last. */
enum { LEAST_CHUNK_OF_DIGITS = 16 };

/* One loop whose values are divided is split into digits: inside the chunk, if strides divide it, so that all stays
 * affine in the number of the chunk; else the whole loop, cut into chunks, if these are long. */
static void find_split(const builder *b, schedule_plan *d, int64_t chunk) {
  pme__tree_split split = {.digits = {.count = 1}};
  bool is_static = d->schedule == PME_SCHEDULE_STATIC;
  bool is_long = chunk == 0 || chunk >= LEAST_CHUNK_OF_DIGITS || d->schedule == PME_SCHEDULE_GUIDED;
  if (d->count > 1 || !d->has_extents)
    return;
  if (is_static && chunk > 1) {
    pme__tree_find_split(b, d->sources[0], &d->shapes[0], d->iterations, chunk, &split);
    split.shift = 0;
    d->splits_block = split.digits.count > 1;
  }
  if (!d->splits_block && is_long)
    pme__tree_find_split(b, d->sources[0], &d->shapes[0], d->iterations, 0, &split);
  if (split.digits.count > 1) {
    d->product = split.digits;
    d->shift = split.shift;
  }
}

/* Schedules with a chunk size have blocks of it. Without one, one loop has the BLOCK distribution, and digits have a
 * block for each thread. Dynamic and guided chunks go round in turn, or to the thread that is done first. */
static void find_block(int64_t chunk, schedule_plan *d) {
  d->block = chunk;
  if (d->block == 0 && d->product.count > 1) {
    d->block = d->iterations / d->threads;
    d->longer = d->iterations % d->threads;
    if (d->block == 0 || d->longer == 0) { /* blocks of equal lengths */
      d->block += d->longer > 0;
      d->longer = 0;
    }
  }
  if (d->has_extents && d->block > d->iterations)
    d->block = d->iterations;
}

/* Guided chunks differ in length, and uneven work goes to whoever is done first. */
static pme_status find_chunks(const builder *b, schedule_plan *d) {
  const pme_concrete_loop *innermost = &at(b, d->sources[d->count - 1])->u.loop;
  int outermost = at(b, d->sources[0])->u.loop.depth;
  bool is_guided = d->schedule == PME_SCHEDULE_GUIDED;
  if (d->schedule == PME_SCHEDULE_STATIC)
    return PME_OK;
  d->is_uneven = is_guided || has_uneven_work(b, d->sources[d->count - 1], outermost, innermost->depth + 1);
  if (!d->is_uneven || !d->has_extents)
    return PME_OK;
  return pme__dynamic_chunks_create(d->iterations, d->block, is_guided, d->threads, b->arena, &d->chunks);
}

pme__tree_built pme__schedule_plan_chunks(builder *b, schedule_plan *d) {
  if (find_chunks(b, d) == PME_OK)
    return PME__TREE_BUILT;
  b->no_memory = true;
  return PME__TREE_UNFIT;
}

pme__tree_built pme__schedule_plan_finish(builder *b, int64_t chunk, tree_node **around, schedule_plan *d) {
  if (!find_shapes(b, around, d) || !find_extents(d))
    return PME__TREE_UNFIT;
  /* Of a team's first chunks each is about a thread's share: blocks, and not the last iterations, are what guided chunks
   * are like where their lengths are not known. */
  if (d->schedule == PME_SCHEDULE_GUIDED && !d->has_extents)
    chunk = 0;
  if (d->has_extents && d->iterations == 0)
    return PME__TREE_EMPTY;
  find_split(b, d, chunk);
  find_block(chunk, d);
  return pme__schedule_plan_chunks(b, d);
}
