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
typedef pme__collapsed collapsed_loops;

/* ---- the chain ---- */

/* The body that makes executions of the innermost loop's body countable as accesses. */
static bool add_body(builder *b, tree_node *innermost) {
  tree_node *body = PME_ARENA_NEW(b->arena, tree_node, 1);
  b->no_memory |= !body;
  if (!body)
    return false;
  *body = (tree_node){.is_body = true, .parent = innermost, .depth = innermost->depth + 1, .reference_count = 1};
  innermost->first_child = innermost->last_child = body;
  return true;
}

static pme__tree_built add_loops(builder *b, const int *sources, tree_node **innermost, collapsed_loops *collapsed) {
  for (int c = 0; c < collapsed->loops; c++) {
    const pme_concrete_loop *source = &pme_concrete_node_at(b->concrete, sources[c])->u.loop;
    pme__unit_loop shape;
    tree_node *loop;
    if (!pme__unit_loop_of(b, source, false, innermost, &shape))
      return PME__TREE_UNFIT;
    pme__tree_built built = pme__tree_bounded_loop(b, *innermost, &shape, &loop);
    if (built != PME__TREE_BUILT)
      return built;
    *innermost = loop;
    collapsed->digits[c] = loop;
    pme__tree_set_origin(b, loop, &shape, 1, NULL);
    pme__tree_affine iterator = pme__tree_iterator(loop->depth);
    if (!pme__tree_set_value(b, &shape, &iterator))
      return PME__TREE_UNFIT;
  }
  return add_body(b, *innermost) ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* Builds the chain, and takes it out of the tree again. */
static pme__tree_built build_chain(builder *b, const int *sources, tree_node *parent, collapsed_loops *collapsed,
                                   tree_node **outermost) {
  tree_node *innermost = parent;
  pme__tree_built built = add_loops(b, sources, &innermost, collapsed);
  for (const tree_node *node = innermost; node != parent; node = node->parent)
    collapsed->chain_length++;
  for (int i = collapsed->chain_length - 1; i >= 0; i--, innermost = innermost->parent) {
    collapsed->chain[i] = innermost;
    *outermost = innermost;
  }
  if (collapsed->chain_length > 0)
    pme__tree_unlink(*outermost);
  return built;
}

static bool find_weights(collapsed_loops *collapsed) {
  collapsed->codes = collapsed->most = 1;
  for (int c = collapsed->loops - 1; c >= 0; c--) {
    int64_t extent = collapsed->digits[c]->maximum - collapsed->digits[c]->minimum + 1;
    collapsed->weights[c] = collapsed->codes;
    if (extent > MOST_CODES / collapsed->codes)
      return false;
    collapsed->codes *= extent;
    collapsed->most *= collapsed->digits[c]->most_trips;
  }
  return true;
}

/* ---- what counting costs ---- */

/* Whether the iterations inside loop `at` of the chain, over all of its own, are counted by a formula (access_count.h):
 * the loops inside do not depend on it, or one of them alone does, linearly, or they give a polynomial. */
static bool has_formula(const collapsed_loops *collapsed, int at) {
  int depth = collapsed->chain[at]->depth, varying = 0;
  bool is_polynomial = true;
  if (at + 1 == collapsed->chain_length || !(collapsed->chain[at + 1]->count_uses >> depth & 1))
    return true;
  for (int i = at + 1; i < collapsed->chain_length; i++) {
    const tree_node *loop = collapsed->chain[i];
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
static int64_t summands(const collapsed_loops *collapsed, int at, int64_t limit) {
  int64_t product = 1;
  for (int i = at; i < collapsed->chain_length && product <= limit; i++)
    if (!has_formula(collapsed, i))
      product =
          collapsed->chain[i]->most_trips > limit / product ? limit + 1 : product * collapsed->chain[i]->most_trips;
  return product;
}

/* Sums as in loop_tree.h, of the outermost loop. */
static pme_status sum_outermost(collapsed_loops *collapsed, tree_node *outermost, pme_arena *arena) {
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
  collapsed->total = sums[outermost->maximum];
  return PME_OK;
}

/* Finds out how to count. PME__TREE_UNFIT: it takes long. */
static pme__tree_built make_countable(builder *b, collapsed_loops *collapsed, tree_node *outermost) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  pme__counter counter = {.limit = INT64_MAX};
  bool has_sums = collapsed->uses == 0 && !outermost->is_single && outermost->constant && outermost->minimum >= 0 &&
                  !has_formula(collapsed, 0) && summands(collapsed, 1, MOST_SUMMANDS) <= MOST_SUMMANDS &&
                  outermost->maximum < MOST_SUMMED / summands(collapsed, 1, MOST_SUMMANDS);
  collapsed->total = -1;
  if (has_sums) {
    b->no_memory = sum_outermost(collapsed, outermost, b->arena) != PME_OK;
    return b->no_memory ? PME__TREE_UNFIT : PME__TREE_BUILT;
  }
  if (summands(collapsed, 0, MOST_SUMMANDS) > MOST_SUMMANDS)
    return PME__TREE_UNFIT;
  if (collapsed->uses == 0)
    collapsed->total = pme__count_accesses(&counter, outermost, iterators, 0);
  return PME__TREE_BUILT;
}

pme__tree_built pme__collapsed_create(builder *b, const int *sources, int count, tree_node *parent,
                                      collapsed_loops **out) {
  collapsed_loops *collapsed = PME_ARENA_NEW(b->arena, collapsed_loops, 1);
  tree_node *outermost;
  if (!collapsed || !(collapsed->kept = PME_ARENA_NEW(b->arena, pme__collapsed_codes, PME__COLLAPSED_KEPT))) {
    b->no_memory = true;
    return PME__TREE_UNFIT;
  }
  collapsed->loops = count;
  memcpy(collapsed->sources, sources, (size_t)count * sizeof *sources);
  pme__tree_built built = build_chain(b, sources, parent, collapsed, &outermost);
  if (built != PME__TREE_BUILT || !find_weights(collapsed))
    return built == PME__TREE_EMPTY ? PME__TREE_EMPTY : PME__TREE_UNFIT;
  pme__tree_analyse_loops(outermost);
  for (int i = 0; i < collapsed->chain_length; i++)
    collapsed->uses |= collapsed->chain[i]->bound_uses & ((UINT32_C(1) << outermost->depth) - 1);
  *out = collapsed;
  built = make_countable(b, collapsed, outermost);
  return built == PME__TREE_BUILT && collapsed->total == 0 ? PME__TREE_EMPTY : built;
}

/* ---- the loops of a chunk ---- */

/* floor((code - what the loops outside have of it) / weight) + least: the digit of a code, as a bound. */
static bool code_bound(const collapsed_loops *collapsed, int c, const tree_node *code, const tree_node *const *outer,
                       pme__tree_bound *out) {
  *out = (pme__tree_bound){pme__tree_iterator(code->depth), collapsed->weights[c]};
  for (int o = 0; o <= c; o++)
    out->numerator.constant += collapsed->weights[o] * collapsed->digits[o]->minimum;
  for (int o = 0; o < c; o++) {
    pme__tree_affine digit = pme__tree_iterator(outer[o]->depth);
    if (!pme__tree_add_scaled(&out->numerator, -collapsed->weights[o], &digit))
      return false;
  }
  return true;
}

/* Iterators of collapsed loops outside on which the loop's own upper bounds do not depend, or only upwards: with them
 * it grows, but for the cut at the end of the chunk. */
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
static void find_outer(const collapsed_loops *collapsed, const tree_node *innermost, const tree_node **outer) {
  for (const tree_node *node = innermost; node; node = node->parent)
    if (node->collapsed == collapsed && node->collapsed_role == PME__COLLAPSED_DIGIT)
      outer[node->collapsed_digit] = node;
}

/* The loop's own bounds, and those of the chunk. False: too many, or too large. */
static bool bounds_in_chunk(const collapsed_loops *collapsed, int c, const tree_node *const codes[2],
                            const tree_node *const *outer, pme__unit_loop *bounds) {
  bool starts_at_zero = bounds->lower_count == 0;
  if (bounds->lower_count + 2 > PME__TREE_MAX_BOUNDS || bounds->upper_count + 1 > PME__TREE_MAX_BOUNDS ||
      !code_bound(collapsed, c, codes[0], outer, &bounds->lowers[bounds->lower_count]) ||
      !code_bound(collapsed, c, codes[1], outer, &bounds->uppers[bounds->upper_count]))
    return false;
  bounds->lower_count++;
  bounds->upper_count++;
  if (starts_at_zero)
    bounds->lowers[bounds->lower_count++] = (pme__tree_bound){pme__tree_constant(0), 1};
  return true;
}

static void mark_digit(const collapsed_loops *collapsed, int c, tree_node *loop) {
  int64_t own = collapsed->digits[c]->most_trips;
  own = collapsed->longest < own ? collapsed->longest : own;
  loop->most_trips = own < loop->most_trips ? own : loop->most_trips;
  loop->collapsed = collapsed;
  loop->collapsed_role = PME__COLLAPSED_DIGIT;
  loop->collapsed_digit = c;
}

pme__tree_built pme__collapsed_loop(builder *b, const collapsed_loops *collapsed, int c, const tree_node *first_code,
                                    const tree_node *last_code, tree_node **around) {
  const pme_concrete_loop *source = &pme_concrete_node_at(b->concrete, collapsed->sources[c])->u.loop;
  const tree_node *outer[PME__TREE_MAX_DIGITS], *const codes[2] = {first_code, last_code};
  pme__unit_loop shape, bounds;
  tree_node *loop;
  if (!pme__unit_loop_of(b, source, false, around, &shape))
    return PME__TREE_UNFIT;
  find_outer(collapsed, *around, outer);
  bounds = shape;
  if (!bounds_in_chunk(collapsed, c, codes, outer, &bounds))
    return PME__TREE_UNFIT;
  pme__tree_built built = pme__tree_bounded_loop(b, *around, &bounds, &loop);
  if (built != PME__TREE_BUILT)
    return built;
  mark_digit(collapsed, c, loop);
  loop->cut_by = cut_by(&shape, outer, c);
  *around = loop;
  pme__tree_set_origin(b, loop, &shape, 1, NULL);
  pme__tree_affine iterator = pme__tree_iterator(loop->depth);
  return pme__tree_set_value(b, &shape, &iterator) ? PME__TREE_BUILT : PME__TREE_UNFIT;
}

/* ---- numbers ---- */

/* Counting at some place of the program. */
typedef struct counting {
  const collapsed_loops *collapsed;
  pme__counter counter;
  int64_t iterators[PME__TREE_MAX_LOOPS];
} counting;

static counting at(const collapsed_loops *collapsed, const int64_t *iterators) {
  counting p = {.collapsed = collapsed, .counter = {.limit = INT64_MAX}};
  memcpy(p.iterators, iterators, (size_t)collapsed->chain[0]->depth * sizeof *iterators);
  return p;
}

static int64_t total_of(counting *p) {
  return p->collapsed->total >= 0 ? p->collapsed->total
                                  : pme__count_accesses(&p->counter, p->collapsed->chain[0], p->iterators, 0);
}

/* Puts the chain's iterators to iteration number `left`, which exists. */
static void go_to(counting *p, int64_t left) {
  for (int i = 0; i < p->collapsed->chain_length; i++) {
    const tree_node *loop = p->collapsed->chain[i];
    pme__tree_range range = pme__tree_range_of(loop, p->iterators, 0);
    int64_t value =
        loop->is_single ? range.last : pme__find_iteration(&p->counter, loop, p->iterators, 0, range, &left);
    p->iterators[loop->depth] = value;
  }
}

static int64_t code_of(const counting *p) {
  int64_t code = 0;
  for (int c = 0; c < p->collapsed->loops; c++) {
    const tree_node *digit = p->collapsed->digits[c];
    code += p->collapsed->weights[c] * (p->iterators[digit->depth] - digit->minimum);
  }
  return code;
}

/* The number of the iteration with these source values. */
static int64_t number_of(counting *p, const int64_t *source_values) {
  int64_t number = 0;
  for (int i = 0; i < p->collapsed->chain_length; i++) {
    const tree_node *loop = p->collapsed->chain[i];
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

/* ---- chunks ---- */

/* The first number of chunk n of `total` iterations, were there one; that of the chunk behind the last is the total. */
static int64_t start_of(const collapsed_loops *collapsed, int64_t n, int64_t total) {
  int64_t longer = total % collapsed->threads, start = n * collapsed->block;
  if (collapsed->block == 0)
    return n * (total / collapsed->threads) + (n < longer ? n : longer);
  return start < total ? start : total;
}

/* The numbers of a chunk: *start .. *end - 1. */
static void find_chunk(counting *p, int64_t n, int64_t *start, int64_t *end) {
  const pme__dynamic_chunks *chunks = p->collapsed->chunks;
  if (chunks) {
    *start = chunks->starts[n];
    *end = *start + chunks->lengths[n];
    return;
  }
  int64_t total = total_of(p);
  *start = start_of(p->collapsed, n, total);
  *end = start_of(p->collapsed, n + 1, total);
}

static int64_t last_chunk(counting *p) {
  return p->collapsed->block == 0 ? p->collapsed->threads - 1 : pme_floor_divide(total_of(p) - 1, p->collapsed->block);
}

static int64_t longest_of(const pme__dynamic_chunks *chunks) {
  int64_t longest = chunks->lengths[0];
  for (int n = 1; n < chunks->count; n++)
    longest = chunks->lengths[n] > longest ? chunks->lengths[n] : longest;
  return longest;
}

void pme__collapsed_distribute(collapsed_loops *collapsed, int threads, int64_t block,
                               const pme__dynamic_chunks *chunks, int slot_depth) {
  int64_t most = collapsed->total >= 0 ? collapsed->total : collapsed->most;
  int64_t share = block ? block : most / threads + (most % threads > 0);
  collapsed->threads = threads;
  collapsed->block = block;
  collapsed->chunks = chunks;
  collapsed->slot_depth = slot_depth;
  collapsed->longest = chunks && chunks->count > 0 ? longest_of(chunks) : share;
}

/* What the codes of a chunk follow from. False: too much to be kept. */
static bool write_key(const collapsed_loops *collapsed, const int64_t *iterators, pme__collapsed_codes *key) {
  int count = 0;
  int64_t slot = iterators[collapsed->slot_depth];
  *key = (pme__collapsed_codes){.known = true, .chunk = collapsed->chunks ? collapsed->chunks->starts[slot] : slot};
  for (uint32_t uses = collapsed->uses; uses; uses &= uses - 1) {
    if (count == PME__COLLAPSED_KEYS)
      return false;
    key->outside[count++] = iterators[__builtin_ctz(uses)];
  }
  return true;
}

static bool is_key_of(const pme__collapsed_codes *key, const pme__collapsed_codes *codes) {
  return codes->known && codes->chunk == key->chunk && memcmp(codes->outside, key->outside, sizeof key->outside) == 0;
}

static void find_codes(const collapsed_loops *collapsed, const int64_t *iterators, pme__collapsed_codes *codes) {
  counting p = at(collapsed, iterators);
  int64_t start, end;
  find_chunk(&p, iterators[collapsed->slot_depth], &start, &end);
  codes->first = collapsed->codes; /* if the chunk is empty: no iteration has a code from there .. */
  codes->last = 0;
  if (start >= end)
    return;
  go_to(&p, start);
  codes->first = code_of(&p);
  go_to(&p, end - 1);
  codes->last = code_of(&p);
}

int64_t pme__collapsed_value(const collapsed_loops *collapsed, pme__collapsed_role role, const int64_t *iterators) {
  if (role == PME__COLLAPSED_LAST_CHUNK) {
    counting p = at(collapsed, iterators);
    return last_chunk(&p);
  }
  pme__collapsed_codes codes;
  bool can_keep = write_key(collapsed, iterators, &codes);
  pme__collapsed_codes *kept = &collapsed->kept[codes.chunk % PME__COLLAPSED_KEPT];
  if (can_keep && is_key_of(&codes, kept)) {
    codes = *kept;
  } else {
    find_codes(collapsed, iterators, &codes);
    *kept = codes;
    kept->known = can_keep;
  }
  return role == PME__COLLAPSED_FIRST_CODE ? codes.first : codes.last;
}

int64_t pme__collapsed_count(const collapsed_loops *collapsed, pme__tree_range range, const int64_t *iterators) {
  counting p = at(collapsed, iterators);
  int64_t count = 0, total = total_of(&p);
  if (collapsed->chunks) {
    for (int64_t n = range.first; n <= range.last; n += range.step)
      count += collapsed->chunks->lengths[n];
    return count;
  }
  if (collapsed->block == 0) {
    int64_t before = total % collapsed->threads - range.first; /* numbers left that chunks with one more have */
    int64_t longer = before > 0 ? (before + range.step - 1) / range.step : 0;
    return range.trips * (total / collapsed->threads) + (longer < range.trips ? longer : range.trips);
  }
  int64_t missing = (range.last + 1) * collapsed->block - total;
  return range.trips * collapsed->block - (missing > 0 ? missing : 0);
}

int64_t pme__collapsed_chunk_of(const collapsed_loops *collapsed, const int64_t *source_values,
                                const int64_t *iterators) {
  counting p = at(collapsed, iterators);
  int64_t number = number_of(&p, source_values);
  if (collapsed->chunks)
    return pme__dynamic_chunks_slot_of(collapsed->chunks, number);
  if (collapsed->block)
    return number / collapsed->block;
  int64_t total = total_of(&p);
  return pme__tree_block_of(number, total / collapsed->threads, total % collapsed->threads);
}

bool pme__collapsed_iteration(const collapsed_loops *collapsed, int64_t n, const int64_t *iterators, int64_t *digits) {
  counting p = at(collapsed, iterators);
  int64_t start, end;
  find_chunk(&p, iterators[collapsed->slot_depth], &start, &end);
  if (n >= end - start)
    return false;
  go_to(&p, start + n);
  for (int c = 0; c < collapsed->loops; c++)
    digits[c] = p.iterators[collapsed->digits[c]->depth];
  return true;
}
