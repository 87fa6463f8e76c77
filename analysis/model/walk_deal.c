/* Worksharing loops: from a schedule to a dealt loop and plain loops inside (walk_program.h, "dealt loop"). */
#include "walk_build.h"

typedef pme__walk_builder builder;
typedef pme__walk_node walk_node;

/* A worksharing loop before it is built: `count` nested source loops, outermost first. */
typedef struct dealing {
  int count;
  int sources[PME__WALK_MAX_COLLAPSE];
  pme__walk_shape shapes[PME__WALK_MAX_COLLAPSE];
  int64_t extents[PME__WALK_MAX_COLLAPSE]; /* fixed trip counts; used when count > 1 or has_extents */
  int64_t strides[PME__WALK_MAX_COLLAPSE]; /* product of the extents inside */
  bool has_extents;
  int64_t iterations; /* product, if has_extents */
  int threads;
  int64_t block; /* 0: BLOCKED with a length that varies */
} dealing;

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
static bool fixed_extent(const pme__walk_shape *shape, int64_t *extent) {
  for (int i = 0; i < shape->upper_count; i++) {
    if (!pme__walk_is_constant(&shape->uppers[i].numerator))
      return false;
    int64_t value = pme_floor_divide(shape->uppers[i].numerator.constant, shape->uppers[i].denominator) + 1;
    *extent = i == 0 || value < *extent ? value : *extent;
  }
  if (*extent < 0)
    *extent = 0;
  return true;
}

static bool uses_source_depths(const pme_affine *affines, int count, int from, int to) {
  for (int i = 0; i < count; i++)
    for (int d = from; d < to && d < affines[i].depth; d++)
      if (affines[i].coefficients[d])
        return true;
  return false;
}

/* Shapes of the collapsed loops; they must not depend on each other. */
static bool find_shapes(const builder *b, int source, const walk_node *parent, dealing *d) {
  const pme_concrete_loop *outer = &at(b, source)->u.loop;
  d->count = outer->collapse > 1 ? outer->collapse : 1;
  if (d->count > PME__WALK_MAX_COLLAPSE)
    return false;
  for (int c = 0; c < d->count; c++) {
    const pme_concrete_loop *loop = &at(b, source)->u.loop;
    if (uses_source_depths(loop->firsts, loop->first_count, outer->depth, loop->depth) ||
        uses_source_depths(loop->lasts, loop->last_count, outer->depth, loop->depth) ||
        !pme__walk_shape_of(b, loop, parent, &d->shapes[c]) || d->shapes[c].lower_count)
      return false;
    d->sources[c] = source;
    if (c + 1 < d->count && (source = only_child_loop(b, source)) == PME_NONE)
      return false;
  }
  return true;
}

static bool find_extents(dealing *d) {
  d->has_extents = true;
  d->iterations = 1;
  d->strides[d->count - 1] = 1;
  for (int c = d->count - 1; c >= 0; c--) {
    if (!fixed_extent(&d->shapes[c], &d->extents[c])) {
      d->has_extents = false;
      return d->count == 1;
    }
    d->strides[c] = d->iterations;
    if (__builtin_mul_overflow(d->iterations, d->extents[c], &d->iterations) || d->iterations > INT64_C(1) << 50)
      return false;
  }
  return true;
}

/* Chunked schedules have the chunk; without one, b = ceil(N / T). Dynamic and guided chunks go round in turn. */
static void find_block(const pme_concrete_loop *loop, dealing *d) {
  d->threads = loop->threads;
  d->block = loop->chunk;
  if (d->block == 0 && d->has_extents)
    d->block = (d->iterations + d->threads - 1) / d->threads;
  if (d->has_extents && d->block > d->iterations)
    d->block = d->iterations;
}

static void mark_dealt(const dealing *d, walk_node *loop, pme__walk_deal deal) {
  loop->deal = deal;
  loop->threads = d->threads;
}

static bool set_value(builder *b, const pme__walk_shape *shape, const pme__walk_affine *iterator) {
  pme__walk_affine *value = &b->values[shape->source_depth];
  *value = shape->origin;
  return pme__walk_add_scaled(value, shape->step, iterator);
}

/* One loop: iterations are handed out one by one, or in parts whose length varies. */
static pme__walk_built deal_single(builder *b, const dealing *d, walk_node *parent, walk_node **out) {
  pme__walk_built built = pme__walk_bounded_loop(b, parent, &d->shapes[0], out);
  if (built != PME__WALK_BUILT)
    return built;
  mark_dealt(d, *out, d->block ? PME__WALK_CYCLIC : PME__WALK_BLOCKED);
  pme__walk_set_origin(b, *out, d->shapes, 1, NULL, 1, 0);
  pme__walk_affine iterator = pme__walk_iterator((*out)->depth);
  return set_value(b, &d->shapes[0], &iterator) ? PME__WALK_BUILT : PME__WALK_UNFIT;
}

/* The loop Q over blocks: 0 .. floor(last / b). */
static pme__walk_built deal_blocks(builder *b, const dealing *d, walk_node *parent, walk_node **out) {
  pme__walk_shape shape = {.upper_count = 1};
  if (d->has_extents) {
    shape.uppers[0] = (pme__walk_bound){pme__walk_constant((d->iterations - 1) / d->block), 1};
  } else {
    shape.upper_count = d->shapes[0].upper_count;
    for (int i = 0; i < shape.upper_count; i++) {
      shape.uppers[i] = d->shapes[0].uppers[i];
      if (__builtin_mul_overflow(shape.uppers[i].denominator, d->block, &shape.uppers[i].denominator))
        return PME__WALK_UNFIT;
    }
  }
  pme__walk_built built = pme__walk_bounded_loop(b, parent, &shape, out);
  if (built == PME__WALK_BUILT) {
    mark_dealt(d, *out, PME__WALK_CYCLIC);
    pme__walk_set_origin(b, *out, d->shapes, d->count, d->strides, d->block, 0);
  }
  return built;
}

/* The loop r inside a block of one source loop: r <= b - 1, and b*Q + r <= last. */
static pme__walk_built block_body(builder *b, const dealing *d, walk_node *blocks, walk_node **out) {
  pme__walk_shape shape = {.upper_count = 1, .uppers = {{pme__walk_constant(d->block - 1), 1}}};
  pme__walk_affine q = pme__walk_iterator(blocks->depth);
  for (int i = 0; i < d->shapes[0].upper_count; i++) {
    pme__walk_bound bound = d->shapes[0].uppers[i];
    int64_t factor;
    if (shape.upper_count == PME__WALK_MAX_BOUNDS || __builtin_mul_overflow(bound.denominator, -d->block, &factor) ||
        !pme__walk_add_scaled(&bound.numerator, factor, &q))
      return PME__WALK_UNFIT;
    shape.uppers[shape.upper_count++] = bound;
  }
  pme__walk_built built = pme__walk_bounded_loop(b, blocks, &shape, out);
  if (built != PME__WALK_BUILT)
    return built;
  (*out)->cuts_block = true;
  pme__walk_set_origin(b, *out, d->shapes, 1, NULL, 1, d->block);
  pme__walk_affine s = pme__walk_iterator((*out)->depth);
  return pme__walk_add_scaled(&s, d->block, &q) && set_value(b, &d->shapes[0], &s) ? PME__WALK_BUILT : PME__WALK_UNFIT;
}

/* Digit c of the flat iterations b*Q .. b*Q + b - 1, given the digits outside: what is left of the block, in units of
 * this digit's stride, within 0 .. extent - 1. */
static pme__walk_built digit_loop(builder *b, const dealing *d, int c, walk_node *blocks, walk_node *parent,
                                  walk_node **out) {
  pme__walk_shape shape = {.lower_count = c ? 2 : 1, .upper_count = 2};
  pme__walk_affine from = pme__walk_constant(0), q = pme__walk_iterator(blocks->depth);
  bool fits = pme__walk_add_scaled(&from, d->block, &q);
  for (int outer = 0; outer < c && fits; outer++) {
    pme__walk_affine digit = pme__walk_iterator(blocks->depth + 1 + outer);
    fits = pme__walk_add_scaled(&from, -d->strides[outer], &digit);
  }
  if (!fits)
    return PME__WALK_UNFIT;
  shape.lowers[0] = (pme__walk_bound){from, d->strides[c]};
  shape.lowers[1] = (pme__walk_bound){pme__walk_constant(0), 1};
  from.constant = d->block - 1;
  shape.uppers[0] = (pme__walk_bound){from, d->strides[c]};
  shape.uppers[1] = (pme__walk_bound){pme__walk_constant(d->extents[c] - 1), 1};
  pme__walk_built built = pme__walk_bounded_loop(b, parent, &shape, out);
  if (built != PME__WALK_BUILT)
    return built;
  pme__walk_set_origin(b, *out, &d->shapes[c], 1, NULL, 1, 0);
  pme__walk_affine iterator = pme__walk_iterator((*out)->depth);
  return set_value(b, &d->shapes[c], &iterator) ? PME__WALK_BUILT : PME__WALK_UNFIT;
}

static pme__walk_built build(builder *b, const dealing *d, walk_node *parent, walk_node **outermost,
                             walk_node **innermost) {
  if (d->count == 1 && d->block <= 1) {
    pme__walk_built built = deal_single(b, d, parent, outermost);
    *innermost = *outermost;
    return built;
  }
  pme__walk_built built = deal_blocks(b, d, parent, outermost);
  if (built != PME__WALK_BUILT)
    return built;
  if (d->count == 1)
    return block_body(b, d, *outermost, innermost);
  *innermost = *outermost;
  (*outermost)->digits = d->count;
  (*outermost)->block = d->block;
  (*outermost)->iterations = d->iterations;
  for (int c = 0; c < d->count && built == PME__WALK_BUILT; c++)
    built = digit_loop(b, d, c, *outermost, *innermost, innermost);
  return built;
}

pme__walk_built pme__walk_deal_loop(builder *b, int source, walk_node *parent, walk_node **outermost,
                                    walk_node **innermost, int *body) {
  dealing d = {0};
  *outermost = NULL;
  if (!find_shapes(b, source, parent, &d) || !find_extents(&d))
    return PME__WALK_UNFIT;
  if (d.has_extents && d.iterations == 0)
    return PME__WALK_EMPTY;
  find_block(&at(b, source)->u.loop, &d);
  pme__walk_built built = build(b, &d, parent, outermost, innermost);
  if (built != PME__WALK_BUILT && *outermost)
    pme__walk_unlink(*outermost);
  *body = d.sources[d.count - 1];
  return built;
}
