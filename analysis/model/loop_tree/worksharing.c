/* Worksharing loops: from a schedule to a distributed loop and plain loops inside (loop_tree.h). */
#include "collapse.h"
#include "schedule_plan.h"

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;
typedef pme__schedule_plan schedule_plan;

static const pme_concrete_node *at(const builder *b, int source) { return pme_concrete_node_at(b->concrete, source); }

static void mark_distribution(const schedule_plan *d, tree_node *loop, pme__distribution distribution) {
  loop->distribution = distribution;
  loop->threads = d->threads;
  loop->source = d->sources[0];
  loop->is_demanded = d->schedule != PME_SCHEDULE_STATIC;
  loop->is_uneven = d->is_uneven;
  loop->chunks = d->chunks;
}

/* One loop: iterations are handed out one by one, or in one part for each thread. */
static pme__tree_built distribute_iterations(builder *b, const schedule_plan *d, tree_node *parent, tree_node **out) {
  pme__tree_built built = pme__tree_bounded_loop(b, parent, &d->shapes[0], out);
  if (built != PME__TREE_BUILT)
    return built;
  mark_distribution(d, *out, d->block ? PME__DISTRIBUTION_CYCLIC : PME__DISTRIBUTION_BLOCK);
  pme__tree_set_origin(b, *out, d->shapes, 1, NULL);
  pme__tree_affine iterator = pme__tree_iterator((*out)->depth);
  return pme__tree_set_value(b, &d->shapes[0], &iterator) ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* For counting: what is inside are digits. */
static void set_digits(const schedule_plan *d, tree_node *blocks) {
  blocks->digits = d->product.count + (d->longer > 0);
  blocks->block = d->block;
  blocks->longer = d->longer;
  blocks->iterations = d->iterations;
}

static int64_t last_block(const schedule_plan *d) {
  return d->longer ? d->threads - 1 : (d->iterations - 1) / d->block;
}

/* The loop Q over blocks: 0 .. floor(last / b). */
static pme__tree_built distribute_blocks(builder *b, const schedule_plan *d, tree_node *parent, tree_node **out) {
  pme__unit_loop shape;
  pme__unit_loop_clear(&shape);
  shape.upper_count = 1;
  if (d->has_extents) {
    shape.uppers[0] = (pme__tree_bound){pme__tree_constant(last_block(d)), 1};
  } else {
    shape.upper_count = d->shapes[0].upper_count;
    for (int i = 0; i < shape.upper_count; i++) {
      shape.uppers[i] = d->shapes[0].uppers[i];
      if (__builtin_mul_overflow(shape.uppers[i].denominator, d->block, &shape.uppers[i].denominator))
        return PME__TREE_UNFIT;
    }
  }
  pme__tree_built built = pme__tree_bounded_loop(b, parent, &shape, out);
  if (built == PME__TREE_BUILT) {
    mark_distribution(d, *out, PME__DISTRIBUTION_CYCLIC);
    pme__tree_set_origin(b, *out, d->shapes, d->count, d->count > 1 ? d->product.strides : NULL);
    (*out)->origin.divide = d->block;
    (*out)->origin.longer = d->longer;
  }
  return built;
}

/* The iterations r inside a block of one source loop: r <= b - 1, and b*Q + r <= last. */
static bool inside_block(const schedule_plan *d, const tree_node *blocks, pme__unit_loop *out) {
  pme__tree_affine q = pme__tree_iterator(blocks->depth);
  *out = d->shapes[0];
  out->upper_count = 1;
  out->uppers[0] = (pme__tree_bound){pme__tree_constant(d->block - 1), 1};
  for (int i = 0; i < d->shapes[0].upper_count; i++) {
    pme__tree_bound bound = d->shapes[0].uppers[i];
    int64_t factor;
    if (out->upper_count == PME__TREE_MAX_BOUNDS || __builtin_mul_overflow(bound.denominator, -d->block, &factor) ||
        !pme__tree_add_scaled(&bound.numerator, factor, &q))
      return false;
    out->uppers[out->upper_count++] = bound;
  }
  int64_t block_steps;
  return !__builtin_mul_overflow(d->block, out->step, &block_steps) &&
         pme__tree_add_scaled(&out->origin, block_steps, &q);
}

/* The loop r. */
static pme__tree_built block_body(builder *b, const schedule_plan *d, tree_node *blocks, tree_node **out) {
  pme__unit_loop shape;
  if (!inside_block(d, blocks, &shape))
    return PME__TREE_UNFIT;
  pme__tree_built built = pme__tree_bounded_loop(b, blocks, &shape, out);
  if (built != PME__TREE_BUILT)
    return built;
  (*out)->cuts_block = true;
  (*out)->cut_by = UINT32_C(1) << blocks->depth;
  pme__tree_set_origin(b, *out, d->shapes, 1, NULL);
  (*out)->origin.modulo = d->block;
  pme__tree_affine r = pme__tree_iterator((*out)->depth);
  return pme__tree_set_value(b, &shape, &r) ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* Digits of r. */
static pme__tree_built block_digits(builder *b, const schedule_plan *d, tree_node *blocks, tree_node **innermost) {
  pme__unit_loop shape;
  if (!inside_block(d, blocks, &shape))
    return PME__TREE_UNFIT;
  set_digits(d, blocks);
  return pme__tree_split_loop(b, &d->product, &shape, blocks, innermost);
}

/* Blocks of equal lengths: b*Q .. b*Q + b - 1. */
static bool equal_chunk(const schedule_plan *d, const tree_node *blocks, pme__unit_loop *out) {
  pme__tree_affine q = pme__tree_iterator(blocks->depth), from = pme__tree_constant(d->shift);
  if (!pme__tree_add_scaled(&from, d->block, &q))
    return false;
  *out = (pme__unit_loop){.lower_count = 1, .upper_count = 1, .lowers = {{from, 1}}, .uppers = {{from, 1}}};
  out->uppers[0].numerator.constant += d->block - 1;
  return true;
}

/* The first m blocks have one iteration more: Q begins at b*Q + p, where the single loop p is min(Q, m), and ends where
 * Q + 1 begins. */
static pme__tree_built unequal_chunk(builder *b, const schedule_plan *d, tree_node *blocks, tree_node **p,
                                     pme__unit_loop *out) {
  pme__tree_affine q = pme__tree_iterator(blocks->depth), from = pme__tree_constant(d->shift);
  pme__unit_loop shape = {.is_single = true, .upper_count = 2, .uppers = {{pme__tree_constant(d->longer), 1}, {q, 1}}};
  pme__tree_built built = pme__tree_bounded_loop(b, blocks, &shape, p);
  if (built != PME__TREE_BUILT)
    return built;
  pme__tree_affine before = pme__tree_iterator((*p)->depth);
  if (!pme__tree_add_scaled(&from, d->block, &q))
    return PME__TREE_UNFIT;
  *out = (pme__unit_loop){.lower_count = 1, .upper_count = 2, .lowers = {{from, 1}}, .uppers = {{from, 1}, {from, 1}}};
  out->uppers[0].numerator.constant += d->block;
  out->uppers[1].numerator.constant += d->block - 1 + d->longer;
  bool fits = pme__tree_add_scaled(&out->lowers[0].numerator, 1, &before) &&
              pme__tree_add_scaled(&out->uppers[0].numerator, 1, &q);
  return fits ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* Digit c is the iterator of collapsed loop c. */
static pme__tree_built collapsed_digits(builder *b, const schedule_plan *d, const pme__unit_loop *chunk,
                                        tree_node **innermost) {
  for (int c = 0; c < d->count; c++) {
    tree_node *loop;
    pme__tree_built built = pme__tree_digit_loop(b, &d->product, c, chunk, *innermost, &loop);
    if (built != PME__TREE_BUILT)
      return built;
    *innermost = loop;
    pme__tree_set_origin(b, loop, &d->shapes[c], 1, NULL);
    pme__tree_affine iterator = pme__tree_iterator(loop->depth);
    if (!pme__tree_set_value(b, &d->shapes[c], &iterator))
      return PME__TREE_UNFIT;
  }
  return PME__TREE_BUILT;
}

/* The digits of one loop, which end with the loop. */
static pme__tree_built split_digits(builder *b, const schedule_plan *d, pme__unit_loop *chunk, tree_node **innermost) {
  pme__unit_loop loop = d->shapes[0];
  if (!pme__unit_loop_shift(&loop, d->shift))
    return PME__TREE_UNFIT;
  chunk->uppers[chunk->upper_count++] = (pme__tree_bound){pme__tree_constant(d->shift + d->iterations - 1), 1};
  chunk->source_depth = loop.source_depth;
  chunk->origin = loop.origin;
  chunk->step = loop.step;
  return pme__tree_split_loop(b, &d->product, chunk, *innermost, innermost);
}

/* Digits inside the loop over blocks. */
static pme__tree_built build_digits(builder *b, const schedule_plan *d, tree_node *blocks, tree_node **innermost) {
  pme__unit_loop chunk;
  pme__tree_built built = PME__TREE_UNFIT;
  if (d->longer)
    built = unequal_chunk(b, d, blocks, innermost, &chunk);
  else if (equal_chunk(d, blocks, &chunk))
    built = PME__TREE_BUILT;
  if (built != PME__TREE_BUILT)
    return built;
  set_digits(d, blocks);
  return d->count > 1 ? collapsed_digits(b, d, &chunk, innermost) : split_digits(b, d, &chunk, innermost);
}

/* A loop of one iteration, at a place in low .. high that the caller tells, becomes the innermost one. */
static pme__tree_built add_single(builder *b, int64_t low, int64_t high, tree_node **innermost) {
  pme__unit_loop shape = {.is_single = true,
                          .lower_count = 1,
                          .upper_count = 1,
                          .lowers = {{pme__tree_constant(low), 1}},
                          .uppers = {{pme__tree_constant(high), 1}}};
  tree_node *single;
  pme__tree_built built = pme__tree_bounded_loop(b, *innermost, &shape, &single);
  if (built == PME__TREE_BUILT)
    *innermost = single;
  return built;
}

/* A single loop that looks up values[iterator of `by`], of `count` values. */
static pme__tree_built look_up(builder *b, const tree_node *by, const int64_t *values, int64_t count,
                               tree_node **innermost) {
  int64_t low = values[0], high = values[0];
  for (int64_t i = 1; i < count; i++) {
    low = values[i] < low ? values[i] : low;
    high = values[i] > high ? values[i] : high;
  }
  pme__tree_built built = add_single(b, low, high, innermost);
  if (built != PME__TREE_BUILT)
    return built;
  (*innermost)->values = values;
  (*innermost)->values_depth = by->depth;
  return PME__TREE_BUILT;
}

/* The loop over slots. */
static pme__tree_built distribute_slots(builder *b, const schedule_plan *d, tree_node *parent, tree_node **out) {
  pme__unit_loop shape = {.upper_count = 1, .uppers = {{pme__tree_constant(d->chunks->count - 1), 1}}};
  pme__tree_built built = pme__tree_bounded_loop(b, parent, &shape, out);
  if (built == PME__TREE_BUILT)
    mark_distribution(d, *out, PME__DISTRIBUTION_DYNAMIC);
  return built;
}

/* Slots, where the chunk of a slot begins and, where that varies, its length; then the loop, or its digits, over the
 * chunk. */
static pme__tree_built build_on_demand(builder *b, const schedule_plan *d, tree_node *parent, tree_node **innermost) {
  tree_node *slots;
  pme__tree_built built = distribute_slots(b, d, parent, &slots);
  if (built != PME__TREE_BUILT)
    return built;
  *innermost = slots;
  pme__tree_set_origin(b, slots, d->shapes, d->count, d->count > 1 ? d->product.strides : NULL);
  if ((built = look_up(b, slots, d->chunks->starts, d->chunks->count, innermost)) != PME__TREE_BUILT)
    return built;
  pme__tree_affine from = pme__tree_iterator((*innermost)->depth);
  from.constant = d->shift;
  pme__unit_loop chunk = {.lower_count = 1, .upper_count = 1, .lowers = {{from, 1}}, .uppers = {{from, 1}}};
  chunk.uppers[0].numerator.constant += d->block - 1;
  if (d->schedule == PME_SCHEDULE_GUIDED) {
    if ((built = look_up(b, slots, d->chunks->lengths, d->chunks->count, innermost)) != PME__TREE_BUILT)
      return built;
    pme__tree_affine length = pme__tree_iterator((*innermost)->depth);
    chunk.uppers[0].numerator.constant -= d->block;
    if (!pme__tree_add_scaled(&chunk.uppers[0].numerator, 1, &length))
      return PME__TREE_UNFIT;
  }
  return d->count > 1 ? collapsed_digits(b, d, &chunk, innermost) : split_digits(b, d, &chunk, innermost);
}

static pme__tree_built build(builder *b, const schedule_plan *d, tree_node *parent, tree_node **innermost) {
  if (d->chunks)
    return build_on_demand(b, d, parent, innermost);
  bool has_digits = d->product.count > 1;
  if (!has_digits && d->block <= 1)
    return distribute_iterations(b, d, parent, innermost);
  pme__tree_built built = distribute_blocks(b, d, parent, innermost);
  if (built != PME__TREE_BUILT)
    return built;
  if (d->splits_block)
    return block_digits(b, d, *innermost, innermost);
  return has_digits ? build_digits(b, d, *innermost, innermost) : block_body(b, d, *innermost, innermost);
}

/* ---- collapsed loops whose extents vary ---- */

/* A single loop whose value the collapsed loops tell. */
static pme__tree_built add_collapsed_single(builder *b, const pme__collapsed *collapsed, pme__collapsed_role role,
                                            int64_t low, int64_t high, tree_node **innermost) {
  pme__tree_built built = add_single(b, low, high, innermost);
  if (built == PME__TREE_BUILT) {
    (*innermost)->collapsed = collapsed;
    (*innermost)->collapsed_role = role;
  }
  return built;
}

/* The loop over chunks that go round in turn: one for each thread, or up to that with the last number. */
static pme__tree_built collapsed_chunks(builder *b, const schedule_plan *d, tree_node **innermost) {
  int64_t last = d->block ? (d->collapsed->most - 1) / d->block : d->threads - 1;
  pme__unit_loop shape = {.upper_count = 1, .uppers = {{pme__tree_constant(last), 1}}};
  pme__tree_built built = PME__TREE_BUILT;
  if (d->block && d->has_extents) {
    shape.uppers[0].numerator.constant = (d->iterations - 1) / d->block;
  } else if (d->block) {
    built = add_collapsed_single(b, d->collapsed, PME__COLLAPSED_LAST_CHUNK, -1, last, innermost);
    shape.uppers[0].numerator = pme__tree_iterator((*innermost)->depth);
  }
  if (built == PME__TREE_BUILT)
    built = pme__tree_bounded_loop(b, *innermost, &shape, innermost);
  if (built != PME__TREE_BUILT)
    return built;
  mark_distribution(d, *innermost, PME__DISTRIBUTION_CYCLIC);
  pme__collapsed_distribute(d->collapsed, d->threads, d->block, NULL, (*innermost)->depth);
  return built;
}

static pme__tree_built collapsed_slots(builder *b, const schedule_plan *d, tree_node **innermost) {
  pme__tree_built built = distribute_slots(b, d, *innermost, innermost);
  pme__collapsed_distribute(d->collapsed, d->threads, d->block, d->chunks, (*innermost)->depth);
  return built;
}

/* Pieces, the codes where one begins and ends, and the loops between them. */
static pme__tree_built build_collapsed(builder *b, const schedule_plan *d, tree_node **innermost) {
  pme__tree_built built = d->chunks ? collapsed_slots(b, d, innermost) : collapsed_chunks(b, d, innermost);
  if (built != PME__TREE_BUILT)
    return built;
  tree_node *chunks = *innermost;
  chunks->collapsed = d->collapsed;
  chunks->collapsed_role = PME__COLLAPSED_CHUNKS;
  built = add_collapsed_single(b, d->collapsed, PME__COLLAPSED_FIRST_CODE, 0, d->collapsed->codes, innermost);
  const tree_node *first = *innermost;
  if (built == PME__TREE_BUILT)
    built = add_collapsed_single(b, d->collapsed, PME__COLLAPSED_LAST_CODE, 0, d->collapsed->codes - 1, innermost);
  const tree_node *last = *innermost;
  for (int c = 0; c < d->count && built == PME__TREE_BUILT; c++)
    built = pme__collapsed_loop(b, d->collapsed, c, first, last, innermost);
  chunks->digits = (*innermost)->depth - chunks->depth;
  return built;
}

/* Guided chunks are not known where the number of iterations varies. */
static pme__tree_built distribute_collapsed(builder *b, schedule_plan *d, int64_t chunk, tree_node **innermost) {
  pme__tree_built built = pme__collapsed_create(b, d->sources, d->count, *innermost, &d->collapsed);
  if (built != PME__TREE_BUILT)
    return built;
  d->has_extents = d->collapsed->total >= 0;
  d->iterations = d->collapsed->total;
  d->block = chunk;
  if ((built = pme__schedule_plan_chunks(b, d)) != PME__TREE_BUILT)
    return built;
  return d->schedule == PME_SCHEDULE_GUIDED && !d->chunks ? PME__TREE_UNFIT : build_collapsed(b, d, innermost);
}

pme__tree_built pme__tree_worksharing_loop(builder *b, int source, tree_node *parent, tree_node **innermost,
                                           int *body) {
  int64_t chunk = at(b, source)->u.loop.chunk;
  schedule_plan d;
  *innermost = parent;
  if (!pme__schedule_plan_begin(b, source, &d))
    return PME__TREE_UNFIT;
  *body = d.sources[d.count - 1];
  if (d.count > 1 && pme__schedule_plan_varies(b, &d))
    return distribute_collapsed(b, &d, chunk, innermost);
  pme__tree_built built = pme__schedule_plan_finish(b, chunk, innermost, &d);
  return built == PME__TREE_BUILT ? build(b, &d, *innermost, innermost) : built;
}
