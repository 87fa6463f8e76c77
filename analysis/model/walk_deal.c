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
  int64_t block;  /* iterations; 0: BLOCKED */
  int64_t longer; /* so many blocks, the first ones, have one more; collapsed loops without a chunk */
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

/* Chunked schedules have the chunk. Without one, one loop is BLOCKED; the product of several has a block for each
 * thread. Dynamic and guided chunks go round in turn. */
static void find_block(const pme_concrete_loop *loop, dealing *d) {
  d->threads = loop->threads;
  d->block = loop->chunk;
  if (d->block == 0 && d->count > 1) {
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

static void mark_dealt(const dealing *d, walk_node *loop, pme__walk_deal deal) {
  loop->deal = deal;
  loop->threads = d->threads;
}

static bool set_value(builder *b, const pme__walk_shape *shape, const pme__walk_affine *iterator) {
  pme__walk_affine *value = &b->values[shape->source_depth];
  *value = shape->origin;
  return pme__walk_add_scaled(value, shape->step, iterator);
}

/* One loop: iterations are handed out one by one, or in one part for each thread. */
static pme__walk_built deal_single(builder *b, const dealing *d, walk_node *parent, walk_node **out) {
  pme__walk_built built = pme__walk_bounded_loop(b, parent, &d->shapes[0], out);
  if (built != PME__WALK_BUILT)
    return built;
  mark_dealt(d, *out, d->block ? PME__WALK_CYCLIC : PME__WALK_BLOCKED);
  pme__walk_set_origin(b, *out, d->shapes, 1, NULL, 1, 0);
  pme__walk_affine iterator = pme__walk_iterator((*out)->depth);
  return set_value(b, &d->shapes[0], &iterator) ? PME__WALK_BUILT : PME__WALK_UNFIT;
}

static int64_t last_block(const dealing *d) { return d->longer ? d->threads - 1 : (d->iterations - 1) / d->block; }

/* The loop Q over blocks: 0 .. floor(last / b). */
static pme__walk_built deal_blocks(builder *b, const dealing *d, walk_node *parent, walk_node **out) {
  pme__walk_shape shape = {.upper_count = 1};
  if (d->has_extents) {
    shape.uppers[0] = (pme__walk_bound){pme__walk_constant(last_block(d)), 1};
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
    (*out)->origin.longer = d->longer;
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

/* The flat iterations of a block, from `from` to before the smallest of `ends`. */
typedef struct piece {
  pme__walk_affine from;
  int end_count;
  pme__walk_affine ends[2];
} piece;

/* Blocks of equal lengths: b*Q .. b*Q + b - 1. */
static bool equal_piece(const dealing *d, const walk_node *blocks, piece *out) {
  pme__walk_affine q = pme__walk_iterator(blocks->depth);
  *out = (piece){.from = pme__walk_constant(0), .end_count = 1};
  if (!pme__walk_add_scaled(&out->from, d->block, &q))
    return false;
  out->ends[0] = out->from;
  out->ends[0].constant = d->block;
  return true;
}

/* The first m blocks have one iteration more: Q begins at b*Q + p, where the single loop p is min(Q, m), and ends where
 * Q + 1 begins. */
static pme__walk_built unequal_piece(builder *b, const dealing *d, walk_node *blocks, walk_node **p, piece *out) {
  pme__walk_affine q = pme__walk_iterator(blocks->depth);
  pme__walk_shape shape = {.is_single = true, .upper_count = 2, .uppers = {{pme__walk_constant(d->longer), 1}, {q, 1}}};
  pme__walk_built built = pme__walk_bounded_loop(b, blocks, &shape, p);
  if (built != PME__WALK_BUILT)
    return built;
  pme__walk_affine before = pme__walk_iterator((*p)->depth);
  *out = (piece){.from = pme__walk_constant(0), .end_count = 2};
  if (!pme__walk_add_scaled(&out->from, d->block, &q))
    return PME__WALK_UNFIT;
  out->ends[0] = out->ends[1] = out->from;
  out->ends[0].constant = d->block + 1;
  out->ends[1].constant = d->block + d->longer;
  bool fits = pme__walk_add_scaled(&out->from, 1, &before) && pme__walk_add_scaled(&out->ends[0], 1, &q);
  return fits ? PME__WALK_BUILT : PME__WALK_UNFIT;
}

/* Digit c of the flat iterations of a piece, given the digits outside: what is left of the piece, in units of this
 * digit's stride, within 0 .. extent - 1. `outermost`: the loop of digit 0. */
static pme__walk_built digit_loop(builder *b, const dealing *d, int c, piece p, int outermost, walk_node *parent,
                                  walk_node **out) {
  pme__walk_shape shape = {.lower_count = c ? 2 : 1, .upper_count = p.end_count + 1};
  bool fits = true;
  for (int outer = 0; outer < c; outer++) {
    pme__walk_affine digit = pme__walk_iterator(outermost + outer);
    fits = fits && pme__walk_add_scaled(&p.from, -d->strides[outer], &digit);
    for (int e = 0; e < p.end_count; e++)
      fits = fits && pme__walk_add_scaled(&p.ends[e], -d->strides[outer], &digit);
  }
  if (!fits)
    return PME__WALK_UNFIT;
  shape.lowers[0] = (pme__walk_bound){p.from, d->strides[c]};
  shape.lowers[1] = (pme__walk_bound){pme__walk_constant(0), 1};
  for (int e = 0; e < p.end_count; e++) {
    p.ends[e].constant--;
    shape.uppers[e] = (pme__walk_bound){p.ends[e], d->strides[c]};
  }
  shape.uppers[p.end_count] = (pme__walk_bound){pme__walk_constant(d->extents[c] - 1), 1};
  pme__walk_built built = pme__walk_bounded_loop(b, parent, &shape, out);
  if (built != PME__WALK_BUILT)
    return built;
  pme__walk_set_origin(b, *out, &d->shapes[c], 1, NULL, 1, 0);
  pme__walk_affine iterator = pme__walk_iterator((*out)->depth);
  return set_value(b, &d->shapes[c], &iterator) ? PME__WALK_BUILT : PME__WALK_UNFIT;
}

/* Collapsed loops inside the loop over blocks. */
static pme__walk_built build_digits(builder *b, const dealing *d, walk_node *blocks, walk_node **innermost) {
  piece p;
  pme__walk_built built = PME__WALK_UNFIT;
  *innermost = blocks;
  if (d->longer)
    built = unequal_piece(b, d, blocks, innermost, &p);
  else if (equal_piece(d, blocks, &p))
    built = PME__WALK_BUILT;
  blocks->digits = d->count + (d->longer > 0);
  blocks->block = d->block;
  blocks->longer = d->longer;
  blocks->iterations = d->iterations;
  int outermost = (*innermost)->depth + 1;
  for (int c = 0; c < d->count && built == PME__WALK_BUILT; c++)
    built = digit_loop(b, d, c, p, outermost, *innermost, innermost);
  return built;
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
  return d->count == 1 ? block_body(b, d, *outermost, innermost) : build_digits(b, d, *outermost, innermost);
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
