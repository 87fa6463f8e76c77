/* Counting collapsed loops, finding iterations by their numbers. */
#include "collapse.h"

#include <string.h>

#include "access_count.h"
#include "build.h"
#include "dynamic_chunks.h"

static const int64_t MOST_CODES = INT64_C(1) << 50;
/* Summands of one count, and of all sums over the iterations of the outermost loop. */
enum { MOST_SUMMANDS = 2000, MOST_SUMMED = 200000 };

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;
typedef pme__walk_flat walk_flat;

/* ---- the chain ---- */

/* The group that makes executions of the innermost loop's body countable as accesses. */
static bool add_body(builder *b, tree_node *innermost) {
  tree_node *body = PME_ARENA_NEW(b->arena, tree_node, 1);
  if (!body) {
    b->no_memory = true;
    return false;
  }
  *body = (tree_node){.is_group = true, .parent = innermost, .depth = innermost->depth + 1, .reference_count = 1};
  innermost->first_child = innermost->last_child = body;
  return true;
}

static pme__tree_built add_loops(builder *b, const int *sources, tree_node **innermost, walk_flat *flat) {
  for (int c = 0; c < flat->loops; c++) {
    const pme_concrete_loop *source = &pme_concrete_node_at(b->concrete, sources[c])->u.loop;
    pme__unit_loop shape;
    tree_node *loop;
    if (!pme__unit_loop_of(b, source, false, innermost, &shape))
      return PME__TREE_UNFIT;
    pme__tree_built built = pme__tree_bounded_loop(b, *innermost, &shape, &loop);
    if (built != PME__TREE_BUILT)
      return built;
    *innermost = loop;
    flat->digits[c] = loop;
    pme__tree_set_origin(b, loop, &shape, 1, NULL, 1, 0);
    pme__tree_affine iterator = pme__tree_iterator(loop->depth);
    if (!pme__tree_set_value(b, &shape, &iterator))
      return PME__TREE_UNFIT;
  }
  return add_body(b, *innermost) ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* Builds the chain, and takes it out of the tree again. */
static pme__tree_built build_chain(builder *b, const int *sources, tree_node *parent, walk_flat *flat,
                                   tree_node **outermost) {
  tree_node *innermost = parent;
  pme__tree_built built = add_loops(b, sources, &innermost, flat);
  for (const tree_node *node = innermost; node != parent; node = node->parent)
    flat->chain_length++;
  for (int i = flat->chain_length - 1; i >= 0; i--, innermost = innermost->parent) {
    flat->chain[i] = innermost;
    *outermost = innermost;
  }
  if (flat->chain_length > 0)
    pme__tree_unlink(*outermost);
  return built;
}

static bool find_weights(walk_flat *flat) {
  flat->codes = flat->most = 1;
  for (int c = flat->loops - 1; c >= 0; c--) {
    int64_t extent = flat->digits[c]->maximum - flat->digits[c]->minimum + 1;
    flat->weights[c] = flat->codes;
    if (extent > MOST_CODES / flat->codes)
      return false;
    flat->codes *= extent;
    flat->most *= flat->digits[c]->most_trips;
  }
  return true;
}

/* ---- what counting costs ---- */

/* Whether the iterations inside loop `at` of the chain, over all of its own, are counted by a formula (access_count.h):
 * the loops inside do not depend on it, or one of them alone does, linearly, or they give a polynomial. */
static bool has_formula(const walk_flat *flat, int at) {
  int depth = flat->chain[at]->depth, varying = 0;
  bool is_polynomial = true;
  if (at + 1 == flat->chain_length || !(flat->chain[at + 1]->count_uses >> depth & 1))
    return true;
  for (int i = at + 1; i < flat->chain_length; i++) {
    const tree_node *loop = flat->chain[i];
    if (!(loop->bound_uses >> depth))
      continue;
    if (loop->is_single || pme__tree_is_divided(loop))
      return false;
    varying++;
    is_polynomial = is_polynomial && loop->regular;
  }
  return varying == 1 || is_polynomial;
}

/* Summands of counting from loop `at` of the chain on, or so; at most `limit` + 1. */
static int64_t summands(const walk_flat *flat, int at, int64_t limit) {
  int64_t product = 1;
  for (int i = at; i < flat->chain_length && product <= limit; i++)
    if (!has_formula(flat, i))
      product = flat->chain[i]->most_trips > limit / product ? limit + 1 : product * flat->chain[i]->most_trips;
  return product;
}

/* Sums as in loop_tree.h, of the outermost loop. */
static pme_status sum_outermost(walk_flat *flat, tree_node *outermost, pme_arena *arena) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  pme__counter counter = {.limit = INT64_MAX};
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, outermost->maximum + 1);
  if (!sums)
    return PME_NO_MEMORY;
  for (int64_t i = 0; i <= outermost->maximum; i++) {
    iterators[outermost->depth] = i;
    sums[i] = (i ? sums[i - 1] : 0) + pme__count_body(&counter, outermost, iterators, 0);
  }
  outermost->sums = sums;
  flat->total = sums[outermost->maximum];
  return PME_OK;
}

/* Finds out how to count. PME__TREE_UNFIT: it takes long. */
static pme__tree_built make_countable(builder *b, walk_flat *flat, tree_node *outermost) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  pme__counter counter = {.limit = INT64_MAX};
  bool has_sums = flat->uses == 0 && !outermost->is_single && outermost->constant && outermost->minimum >= 0 &&
                  !has_formula(flat, 0) && summands(flat, 1, MOST_SUMMANDS) <= MOST_SUMMANDS &&
                  outermost->maximum < MOST_SUMMED / summands(flat, 1, MOST_SUMMANDS);
  flat->total = -1;
  if (has_sums) {
    b->no_memory = sum_outermost(flat, outermost, b->arena) != PME_OK;
    return b->no_memory ? PME__TREE_UNFIT : PME__TREE_BUILT;
  }
  if (summands(flat, 0, MOST_SUMMANDS) > MOST_SUMMANDS)
    return PME__TREE_UNFIT;
  if (flat->uses == 0)
    flat->total = pme__count_accesses(&counter, outermost, iterators, 0);
  return PME__TREE_BUILT;
}

pme__tree_built pme__walk_flat_create(builder *b, const int *sources, int count, tree_node *parent, walk_flat **out) {
  walk_flat *flat = PME_ARENA_NEW(b->arena, walk_flat, 1);
  tree_node *outermost;
  if (!flat || !(flat->kept = PME_ARENA_NEW(b->arena, pme__walk_flat_codes, PME__WALK_FLAT_KEPT))) {
    b->no_memory = true;
    return PME__TREE_UNFIT;
  }
  flat->loops = count;
  pme__tree_built built = build_chain(b, sources, parent, flat, &outermost);
  if (built != PME__TREE_BUILT || !find_weights(flat))
    return built == PME__TREE_EMPTY ? PME__TREE_EMPTY : PME__TREE_UNFIT;
  pme__tree_analyse_loops(outermost);
  for (int i = 0; i < flat->chain_length; i++)
    flat->uses |= flat->chain[i]->bound_uses & ((UINT32_C(1) << outermost->depth) - 1);
  *out = flat;
  built = make_countable(b, flat, outermost);
  return built == PME__TREE_BUILT && flat->total == 0 ? PME__TREE_EMPTY : built;
}

/* ---- the loops of a piece ---- */

/* floor((code - what the loops outside have of it) / weight) + least: the digit of a code, as a bound. */
static bool code_bound(const walk_flat *flat, int c, const tree_node *code, const tree_node *const *outer,
                       pme__tree_bound *out) {
  *out = (pme__tree_bound){pme__tree_iterator(code->depth), flat->weights[c]};
  for (int o = 0; o <= c; o++)
    out->numerator.constant += flat->weights[o] * flat->digits[o]->minimum;
  for (int o = 0; o < c; o++) {
    pme__tree_affine digit = pme__tree_iterator(outer[o]->depth);
    if (!pme__tree_add_scaled(&out->numerator, -flat->weights[o], &digit))
      return false;
  }
  return true;
}

/* Iterators of collapsed loops outside on which the loop's own upper bounds do not depend, or only upwards: with them
 * it grows, but for the cut at the end of the piece. */
static uint32_t cut_by(const pme__unit_loop *shape, const tree_node *const *outer, int count) {
  uint32_t mask = 0;
  for (int o = 0; o < count; o++) {
    bool falls = false;
    for (int i = 0; i < shape->upper_count; i++)
      falls = falls || pme__tree_coefficient(&shape->uppers[i].numerator, outer[o]->depth) < 0;
    mask |= falls ? 0 : UINT32_C(1) << outer[o]->depth;
  }
  return mask;
}

/* The digit loops around a place, by their numbers. */
static void find_outer(const walk_flat *flat, const tree_node *innermost, const tree_node **outer) {
  for (const tree_node *node = innermost; node; node = node->parent)
    if (node->flat == flat && node->flat_role == PME__WALK_FLAT_DIGIT)
      outer[node->flat_digit] = node;
}

pme__tree_built pme__walk_flat_loop(builder *b, const walk_flat *flat, const int *sources, int c,
                                    const tree_node *first_code, const tree_node *last_code, tree_node **around) {
  const pme_concrete_loop *source = &pme_concrete_node_at(b->concrete, sources[c])->u.loop;
  const tree_node *outer[PME__TREE_MAX_DIGITS];
  pme__unit_loop shape, bounds;
  tree_node *loop;
  if (!pme__unit_loop_of(b, source, false, around, &shape))
    return PME__TREE_UNFIT;
  find_outer(flat, *around, outer);
  bounds = shape;
  if (shape.lower_count + 2 > PME__TREE_MAX_BOUNDS || shape.upper_count + 1 > PME__TREE_MAX_BOUNDS ||
      !code_bound(flat, c, first_code, outer, &bounds.lowers[shape.lower_count]) ||
      !code_bound(flat, c, last_code, outer, &bounds.uppers[shape.upper_count]))
    return PME__TREE_UNFIT;
  bounds.lower_count++;
  bounds.upper_count++;
  if (shape.lower_count == 0)
    bounds.lowers[bounds.lower_count++] = (pme__tree_bound){pme__tree_constant(0), 1};
  pme__tree_built built = pme__tree_bounded_loop(b, *around, &bounds, &loop);
  if (built != PME__TREE_BUILT)
    return built;
  int64_t own = flat->digits[c]->most_trips;
  own = flat->longest < own ? flat->longest : own;
  loop->most_trips = own < loop->most_trips ? own : loop->most_trips;
  loop->cut_by = cut_by(&shape, outer, c);
  loop->flat = flat;
  loop->flat_role = PME__WALK_FLAT_DIGIT;
  loop->flat_digit = c;
  *around = loop;
  pme__tree_set_origin(b, loop, &shape, 1, NULL, 1, 0);
  pme__tree_affine iterator = pme__tree_iterator(loop->depth);
  return pme__tree_set_value(b, &shape, &iterator) ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* ---- numbers ---- */

/* Counting at some place of the program. */
typedef struct place {
  const walk_flat *flat;
  pme__counter counter;
  int64_t iterators[PME__TREE_MAX_LOOPS];
} place;

static place at(const walk_flat *flat, const int64_t *iterators) {
  place p = {.flat = flat, .counter = {.limit = INT64_MAX}};
  memcpy(p.iterators, iterators, (size_t)flat->chain[0]->depth * sizeof *iterators);
  return p;
}

static int64_t total_of(place *p) {
  return p->flat->total >= 0 ? p->flat->total : pme__count_accesses(&p->counter, p->flat->chain[0], p->iterators, 0);
}

/* Puts the chain's iterators to iteration number `left`, which exists. */
static void go_to(place *p, int64_t left) {
  int counts = 0;
  for (int i = 0; i < p->flat->chain_length; i++) {
    const tree_node *loop = p->flat->chain[i];
    pme__tree_range range = pme__tree_range_of(loop, p->iterators, 0);
    int64_t value =
        loop->is_single ? range.last : pme__find_iteration(&p->counter, loop, p->iterators, 0, range, &left, &counts);
    p->iterators[loop->depth] = value;
  }
}

static int64_t code_of(const place *p) {
  int64_t code = 0;
  for (int c = 0; c < p->flat->loops; c++) {
    const tree_node *digit = p->flat->digits[c];
    code += p->flat->weights[c] * (p->iterators[digit->depth] - digit->minimum);
  }
  return code;
}

/* The number of the iteration with these source values. */
static int64_t number_of(place *p, const int64_t *source_values) {
  int64_t number = 0;
  for (int i = 0; i < p->flat->chain_length; i++) {
    const tree_node *loop = p->flat->chain[i];
    int64_t value = pme__tree_locate_loop(loop, source_values, p->iterators);
    if (!loop->is_single) {
      pme__tree_range before = pme__tree_range_of(loop, p->iterators, 0);
      before.last = value - 1;
      before.trips = value - before.first;
      number += pme__count_range(&p->counter, loop, p->iterators, 0, before);
    }
    p->iterators[loop->depth] = value;
  }
  return number;
}

/* ---- pieces ---- */

/* The first number of piece n of `total` iterations, were there one; that of the piece behind the last is the total. */
static int64_t start_of(const walk_flat *flat, int64_t n, int64_t total) {
  int64_t longer = total % flat->threads, start = n * flat->block;
  if (flat->block == 0)
    return n * (total / flat->threads) + (n < longer ? n : longer);
  return start < total ? start : total;
}

/* The numbers of a piece: *start .. *end - 1. */
static void find_piece(place *p, int64_t n, int64_t *start, int64_t *end) {
  const pme__walk_pieces *pieces = p->flat->pieces;
  if (pieces) {
    *start = pieces->starts[n];
    *end = *start + pieces->lengths[n];
    return;
  }
  int64_t total = total_of(p);
  *start = start_of(p->flat, n, total);
  *end = start_of(p->flat, n + 1, total);
}

static int64_t last_piece(place *p) {
  return p->flat->block == 0 ? p->flat->threads - 1 : pme_floor_divide(total_of(p) - 1, p->flat->block);
}

void pme__walk_flat_cut(walk_flat *flat, int threads, int64_t block, const pme__walk_pieces *pieces, int place_depth) {
  int64_t most = flat->total >= 0 ? flat->total : flat->most;
  flat->threads = threads;
  flat->block = block;
  flat->pieces = pieces;
  flat->place_depth = place_depth;
  flat->longest = block ? block : most / threads + (most % threads > 0);
  for (int n = 0; pieces && n < pieces->count; n++)
    flat->longest = n == 0 || pieces->lengths[n] > flat->longest ? pieces->lengths[n] : flat->longest;
}

/* What the codes of a piece follow from. False: too much to be kept. */
static bool write_key(const walk_flat *flat, const int64_t *iterators, pme__walk_flat_codes *key) {
  int count = 0;
  int64_t place = iterators[flat->place_depth];
  *key = (pme__walk_flat_codes){.known = true, .piece = flat->pieces ? flat->pieces->starts[place] : place};
  for (uint32_t uses = flat->uses; uses; uses &= uses - 1) {
    if (count == PME__WALK_FLAT_KEYS)
      return false;
    key->outside[count++] = iterators[__builtin_ctz(uses)];
  }
  return true;
}

static bool is_key_of(const pme__walk_flat_codes *key, const pme__walk_flat_codes *codes) {
  return codes->known && codes->piece == key->piece && memcmp(codes->outside, key->outside, sizeof key->outside) == 0;
}

static void find_codes(const walk_flat *flat, const int64_t *iterators, pme__walk_flat_codes *codes) {
  place p = at(flat, iterators);
  int64_t start, end;
  find_piece(&p, iterators[flat->place_depth], &start, &end);
  codes->first = flat->codes; /* if the piece is empty: no iteration has a code from there .. */
  codes->last = 0;
  if (start >= end)
    return;
  go_to(&p, start);
  codes->first = code_of(&p);
  go_to(&p, end - 1);
  codes->last = code_of(&p);
}

int64_t pme__walk_flat_value(const walk_flat *flat, pme__walk_flat_role role, const int64_t *iterators) {
  if (role == PME__WALK_FLAT_LAST_PIECE) {
    place p = at(flat, iterators);
    return last_piece(&p);
  }
  pme__walk_flat_codes codes;
  bool can_keep = write_key(flat, iterators, &codes);
  pme__walk_flat_codes *kept = &flat->kept[codes.piece % PME__WALK_FLAT_KEPT];
  if (can_keep && is_key_of(&codes, kept)) {
    codes = *kept;
  } else {
    find_codes(flat, iterators, &codes);
    *kept = codes;
    kept->known = can_keep;
  }
  return role == PME__WALK_FLAT_FIRST_CODE ? codes.first : codes.last;
}

int64_t pme__walk_flat_count(const walk_flat *flat, pme__tree_range range, const int64_t *iterators) {
  place p = at(flat, iterators);
  int64_t count = 0, total = total_of(&p);
  if (flat->pieces) {
    for (int64_t n = range.first; n <= range.last; n += range.step)
      count += flat->pieces->lengths[n];
    return count;
  }
  if (flat->block == 0) {
    int64_t before = total % flat->threads - range.first; /* numbers left that pieces with one more have */
    int64_t longer = before > 0 ? (before + range.step - 1) / range.step : 0;
    return range.trips * (total / flat->threads) + (longer < range.trips ? longer : range.trips);
  }
  int64_t missing = (range.last + 1) * flat->block - total;
  return range.trips * flat->block - (missing > 0 ? missing : 0);
}

int64_t pme__walk_flat_piece_of(const walk_flat *flat, const int64_t *source_values, const int64_t *iterators) {
  place p = at(flat, iterators);
  int64_t number = number_of(&p, source_values);
  if (flat->pieces)
    return pme__walk_place_of(flat->pieces, number);
  if (flat->block)
    return number / flat->block;
  int64_t total = total_of(&p);
  return pme__tree_block_of(number, total / flat->threads, total % flat->threads);
}

bool pme__walk_flat_iteration(const walk_flat *flat, int64_t n, const int64_t *iterators, int64_t *digits) {
  place p = at(flat, iterators);
  int64_t start, end;
  find_piece(&p, iterators[flat->place_depth], &start, &end);
  if (n >= end - start)
    return false;
  go_to(&p, start + n);
  for (int c = 0; c < flat->loops; c++)
    digits[c] = p.iterators[flat->digits[c]->depth];
  return true;
}
