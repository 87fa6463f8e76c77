/* Counting accesses. See access_count.h for the method. */
#include "access_count.h"

#include "collapse.h"
#include "polynomial.h"

typedef pme__tree_node tree_node;
typedef pme__tree_range tree_range;

/* The loops of a chain, outermost first, and who counts. */
typedef struct chain {
  pme__counter *counter;
  int64_t *iterators;
  int thread;
} chain;

typedef struct loop_list {
  int count;
  const tree_node *loops[PME__TREE_MAX_LOOPS];
} loop_list;

static int64_t count_list(chain *c, const loop_list *list);

static bool charge(pme__counter *counter, int64_t work) {
  counter->work += work;
  if (counter->work > counter->limit)
    counter->exceeded = true;
  return !counter->exceeded;
}

/* ---- one dependent loop: arithmetic series ---- */

/* Trip count (negative if empty) with the bounds that are active. */
static int64_t signed_trips(const tree_node *loop, const int64_t *iterators, int *lower, int *upper) {
  int64_t low = 0, high = 0;
  for (int i = 0; i < loop->upper_count; i++) {
    int64_t value = pme__tree_value(&loop->uppers[i].numerator, iterators);
    if (i == 0 || value < high) {
      high = value;
      *upper = i;
    }
  }
  for (int i = 0; i < loop->lower_count; i++) {
    int64_t value = pme__tree_value(&loop->lowers[i].numerator, iterators);
    if (i == 0 || value > low) {
      low = value;
      *lower = i;
    }
  }
  return high - low + 1;
}

/* Sum of max(0, trips) over `range` of the iterator at `depth`, where the same bounds are active at both ends: the trip
 * count is concave and piecewise linear, hence linear between them. False: they are not. */
static bool sum_series(chain *c, const tree_node *loop, int depth, tree_range range, int64_t *sum) {
  int low_from = 0, low_to = 0, up_from = 0, up_to = 0;
  c->iterators[depth] = range.first;
  int64_t from = signed_trips(loop, c->iterators, &low_from, &up_from);
  *sum = from > 0 ? from : 0;
  if (range.trips == 1)
    return true;
  c->iterators[depth] = range.last;
  int64_t to = signed_trips(loop, c->iterators, &low_to, &up_to);
  if (low_from != low_to || up_from != up_to || (from < 0 && to > 0) || (from > 0 && to < 0))
    return false;
  *sum = from > 0 || to > 0 ? (int64_t)((__int128)range.trips * (from + to) / 2) : 0;
  return true;
}

static tree_range part_of(tree_range range, int64_t first, int64_t trips) {
  tree_range part = range;
  part.first = range.first + first * range.step;
  part.trips = trips;
  part.last = part.first + (trips - 1) * range.step;
  return part;
}

/* ... wherever it is linear. */
static int64_t sum_halves(chain *c, const tree_node *loop, int depth, tree_range range) {
  int64_t sum, half = range.trips / 2;
  if (sum_series(c, loop, depth, range, &sum))
    return sum;
  if (!charge(c->counter, 1))
    return 0;
  return sum_halves(c, loop, depth, part_of(range, 0, half)) +
         sum_halves(c, loop, depth, part_of(range, half, range.trips - half));
}

/* Of a chunk of collapsed loops the first and the last row are cut: mostly all between is linear. */
static int64_t sum_of_trips(chain *c, const tree_node *loop, int depth, tree_range range) {
  int64_t sum, first, last;
  if (sum_series(c, loop, depth, range, &sum))
    return sum;
  if (range.trips < 4 || !sum_series(c, loop, depth, part_of(range, 1, range.trips - 2), &sum))
    return sum_halves(c, loop, depth, range);
  sum_series(c, loop, depth, part_of(range, 0, 1), &first);
  sum_series(c, loop, depth, part_of(range, range.trips - 1, 1), &last);
  return first + sum + last;
}

bool pme__tree_is_divided(const tree_node *loop) {
  for (int i = 0; i < loop->upper_count; i++)
    if (loop->uppers[i].denominator != 1)
      return true;
  for (int i = 0; i < loop->lower_count; i++)
    if (loop->lowers[i].denominator != 1)
      return true;
  return false;
}

static bool is_linear(const tree_node *loop) {
  return !pme__tree_is_divided(loop) && !loop->one_thread && !loop->is_single;
}

/* ---- several: polynomials and plain sums ---- */

static int64_t sum_one_by_one(chain *c, int depth, tree_range range, const loop_list *list) {
  int64_t sum = 0;
  for (int64_t n = 0; n < range.trips && charge(c->counter, 1); n++) {
    c->iterators[depth] = range.first + n * range.step;
    sum += count_list(c, list);
  }
  return sum;
}

static bool is_regular(const loop_list *list) {
  for (int i = 0; i < list->count; i++)
    if (!list->loops[i]->regular)
      return false;
  return true;
}

static int bits_of(int64_t value) {
  int bits = 0;
  for (; value; value >>= 1)
    bits++;
  return bits;
}

/* Forward differences; nothing overflows where the counts do not. */
static int64_t sum_of_polynomial(chain *c, int depth, tree_range range, const loop_list *list) {
  const __int128 most = ~((__int128)1 << 127);
  __int128 values[PME__TREE_MAX_LOOPS + 1];
  int degree = list->count;
  bool exact = true;
  for (int m = 0; m <= degree; m++) {
    c->iterators[depth] = range.first + m * range.step;
    values[m] = count_list(c, list);
  }
  pme__forward_differences(values, degree);
  return (int64_t)pme__polynomial_sum(values, degree, range.trips, most, &exact);
}

/* ---- chains ---- */

/* Single loops that nothing in the list uses are left out: they do not change the sum. */
static loop_list without_singles(const loop_list *list) {
  loop_list kept = {0};
  for (int i = 0; i < list->count; i++) {
    const tree_node *loop = list->loops[i];
    bool used = !loop->is_single || loop->parent->digits > 0;
    for (int j = i + 1; j < list->count; j++)
      used = used || (list->loops[j]->bound_uses >> loop->depth & 1);
    if (used)
      kept.loops[kept.count++] = loop;
  }
  return kept;
}

/* Splits `list` into the loops that depend on the iterator `depth`, directly or through each other, and the rest. */
static void split(const loop_list *list, int depth, loop_list *dependent, loop_list *rest) {
  uint32_t inside = UINT32_C(1) << depth, taken = 0;
  bool grown = true;
  while (grown) {
    grown = false;
    for (int i = 0; i < list->count; i++) {
      const tree_node *loop = list->loops[i];
      uint32_t own = UINT32_C(1) << loop->depth;
      if (inside & own)
        taken |= UINT32_C(1) << i;
      else if (loop->bound_uses & inside)
        taken |= UINT32_C(1) << i, inside |= own, grown = true;
      else
        continue;
      for (int j = 0; j < i; j++) { /* loops of the list that a taken loop uses belong to it */
        uint32_t other = UINT32_C(1) << list->loops[j]->depth;
        if ((loop->bound_uses & other) && !(inside & other))
          inside |= other, grown = true;
      }
    }
  }
  dependent->count = rest->count = 0;
  for (int i = 0; i < list->count; i++) {
    loop_list *part = taken >> i & 1 ? dependent : rest;
    part->loops[part->count++] = list->loops[i];
  }
}

/* In blocks of equal lengths only the last one may be cut short. */
static int64_t iterations_of_blocks(const chain *c, const tree_node *blocks, tree_range range) {
  if (blocks->all) {
    tree_range all = pme__tree_range_of(blocks->all, c->iterators, PME_NONE);
    int64_t first = range.first * blocks->block, last = (range.last + 1) * blocks->block - 1;
    first = first > all.first ? first : all.first;
    last = last < all.last ? last : all.last;
    return last < first ? 0 : last - first + 1;
  }
  if (blocks->collapsed)
    return pme__collapsed_count(blocks->collapsed, range, c->iterators);
  int64_t iterations = range.trips * blocks->block;
  int64_t missing = (range.last + 1) * blocks->block - blocks->iterations;
  if (blocks->longer == 0)
    return iterations - (missing > 0 ? missing : 0);
  int64_t before = blocks->longer - range.first, longer = before > 0 ? (before + range.step - 1) / range.step : 0;
  return iterations + (longer < range.trips ? longer : range.trips);
}

/* Blocks of digits, if nothing inside uses their iterators: iterations in `range` of the blocks, and *list becomes what
 * is inside. Else -1. */
static int64_t count_blocks(const chain *c, const tree_node *blocks, tree_range range, loop_list *list) {
  int digits = blocks->digits;
  if (digits == 0 || list->count < digits)
    return -1;
  uint32_t own = UINT32_C(1) << blocks->depth;
  for (int i = 0; i < digits; i++) {
    if (list->loops[i]->depth != blocks->depth + 1 + i) /* a digit that nothing cuts is counted elsewhere */
      return -1;
    own |= UINT32_C(1) << list->loops[i]->depth;
  }
  for (int i = digits; i < list->count; i++)
    if (list->loops[i]->bound_uses & own)
      return -1;
  list->count -= digits;
  for (int i = 0; i < list->count; i++)
    list->loops[i] = list->loops[i + digits];
  return iterations_of_blocks(c, blocks, range);
}

static int64_t product_of(chain *c, int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product) && product <= INT64_C(1) << 62)
    return product;
  c->counter->exceeded = true;
  return 0;
}

/* Whether an outermost digit is used by other digits only: its iterations that lie wholly in the loop are alike. */
static bool has_even_digits(const tree_node *outer, const loop_list *list) {
  if (!outer->all)
    return false;
  for (int i = 0; i < list->count; i++)
    if ((list->loops[i]->bound_uses & ~list->loops[i]->cut_by) >> outer->depth & 1)
      return false;
  return true;
}

static int64_t ceil_divide(int64_t a, int64_t b) { return -pme_floor_divide(-a, b); }

/* Sum over the iterations of an outermost digit: the first and the last may be cut, the others are alike. */
static int64_t sum_of_digit(chain *c, const tree_node *outer, tree_range range, const loop_list *list) {
  tree_range all = pme__tree_range_of(outer->all, c->iterators, PME_NONE), part = range;
  int64_t first = ceil_divide(all.first, outer->block), last = pme_floor_divide(all.last + 1, outer->block) - 1;
  first = first > range.first ? first : range.first;
  last = last < range.last ? last : range.last;
  if (last <= first)
    return sum_one_by_one(c, outer->depth, range, list);
  c->iterators[outer->depth] = first;
  int64_t sum = product_of(c, last - first + 1, count_list(c, list));
  part.trips = first - range.first;
  sum += sum_one_by_one(c, outer->depth, part, list);
  part.first = last + 1;
  part.trips = range.last - last;
  return sum + sum_one_by_one(c, outer->depth, part, list);
}

/* Sum over the iterations in `range` of `outer` of the executions of the innermost body of `list`. */
static int64_t sum_list(chain *c, const tree_node *outer, tree_range range, const loop_list *list) {
  int depth = outer->depth;
  if (range.trips <= 0)
    return 0;
  loop_list dependent, rest = *list;
  int64_t sum = count_blocks(c, outer, range, &rest);
  c->iterators[depth] = range.first;
  if (sum >= 0)
    return product_of(c, sum, rest.count ? count_list(c, &rest) : 1);
  split(list, depth, &dependent, &rest);
  int64_t others = rest.count ? count_list(c, &rest) : 1;
  if (others == 0)
    return 0;
  if (dependent.count == 0)
    sum = range.trips;
  else if (range.trips > 3 && range.step == 1 && has_even_digits(outer, &dependent))
    sum = sum_of_digit(c, outer, range, &dependent);
  else if (dependent.count == 1 && is_linear(dependent.loops[0]) &&
           (dependent.loops[0]->distribution == PME__DISTRIBUTION_NONE || c->thread == PME_NONE))
    sum = sum_of_trips(c, dependent.loops[0], depth, range);
  else if (range.trips > dependent.count + 1 && is_regular(&dependent) &&
           bits_of(range.trips) * (dependent.count + 1) < 100)
    sum = sum_of_polynomial(c, depth, range, &dependent);
  else
    sum = sum_one_by_one(c, depth, range, &dependent);
  return product_of(c, sum, others);
}

static int64_t count_list(chain *c, const loop_list *list) {
  if (list->count == 0)
    return 1;
  loop_list inner = {.count = list->count - 1};
  for (int i = 1; i < list->count; i++)
    inner.loops[i - 1] = list->loops[i];
  tree_range range = pme__tree_range_of(list->loops[0], c->iterators, c->thread);
  return sum_list(c, list->loops[0], range, &inner);
}

/* ---- nodes ---- */

/* Sum over `range` of `outer` of the accesses in `node`, group by group; `list` are the loops between the two. */
static int64_t sum_groups(chain *c, const tree_node *outer, tree_range range, const tree_node *node, loop_list *list) {
  if (node->is_group) {
    loop_list needed = without_singles(list);
    return node->reference_count * sum_list(c, outer, range, &needed);
  }
  int64_t sum = 0;
  list->loops[list->count++] = node;
  for (const tree_node *child = node->first_child; child; child = child->next)
    sum += sum_groups(c, outer, range, child, list);
  list->count--;
  return sum;
}

int64_t pme__count_range(pme__counter *counter, const tree_node *loop, int64_t *iterators, int thread,
                         tree_range range) {
  if (range.trips <= 0)
    return 0;
  chain c = {counter, iterators, thread};
  int64_t sum = 0;
  if (loop->block_sums) {
    const int64_t *sums = loop->block_sums + loop->origin.modulo * iterators[loop->parent->depth];
    return sums[range.last] - (range.first + (sums - loop->block_sums) > 0 ? sums[range.first - 1] : 0);
  }
  if (loop->sums && thread != PME_NONE)
    return loop->sums[range.last] - (range.first >= range.step ? loop->sums[range.first - range.step] : 0);
  for (const tree_node *child = loop->first_child; child; child = child->next) {
    iterators[loop->depth] = range.first;
    if (!(child->count_uses >> loop->depth & 1)) {
      sum += range.trips * pme__count_accesses(counter, child, iterators, thread);
    } else if (child->fixed_body >= 0 && child->distribution == PME__DISTRIBUTION_NONE && is_linear(child)) {
      sum += child->fixed_body * sum_of_trips(&c, child, loop->depth, range);
    } else {
      loop_list list = {0};
      sum += sum_groups(&c, loop, range, child, &list);
    }
  }
  return sum;
}

int64_t pme__count_body(pme__counter *counter, const tree_node *loop, int64_t *iterators, int thread) {
  int64_t sum = 0;
  for (const tree_node *child = loop->first_child; child; child = child->next)
    sum += pme__count_accesses(counter, child, iterators, thread);
  return sum;
}

int64_t pme__count_accesses(pme__counter *counter, const tree_node *node, int64_t *iterators, int thread) {
  if (node->is_group)
    return node->reference_count;
  if (node->fixed_count >= 0)
    return node->fixed_count;
  tree_range range = pme__tree_range_of(node, iterators, thread);
  return pme__count_range(counter, node, iterators, thread, range);
}

/* ---- finding an access ---- */

/* In a loop whose iterations differ. The number lies in iterations low .. high - 1, which make `all` accesses. Work
 * grows or falls smoothly mostly: the guess is where it would be if all made equally many, every third time the middle.
 */
static int64_t search_iteration(const chain *c, const tree_node *loop, tree_range range, int64_t *left) {
  int64_t low = 0, high = range.trips;
  int64_t all = pme__count_range(c->counter, loop, c->iterators, c->thread, range);
  for (int turn = 0; high - low > 1; turn++) {
    double share = all > *left ? (double)*left / (double)all : 1;
    int64_t guess = low + (int64_t)(share * (double)(high - low));
    int64_t at = turn % 3 == 2 ? low + (high - low) / 2 : guess <= low ? low + 1 : guess >= high ? high - 1 : guess;
    tree_range part = {range.first + low * range.step, range.first + (at - 1) * range.step, range.step, at - low};
    int64_t count = pme__count_range(c->counter, loop, c->iterators, c->thread, part);
    c->counter->counts++;
    if (*left >= count) {
      *left -= count;
      all -= count;
      low = at;
    } else {
      all = count;
      high = at;
    }
  }
  return range.first + low * range.step;
}

int64_t pme__find_iteration(pme__counter *counter, const tree_node *loop, int64_t *iterators, int thread,
                            tree_range range, int64_t *left) {
  chain c = {counter, iterators, thread};
  bool uniform = true;
  for (const tree_node *child = loop->first_child; child; child = child->next)
    uniform = uniform && !(child->count_uses >> loop->depth & 1);
  if (!uniform)
    return search_iteration(&c, loop, range, left);
  iterators[loop->depth] = range.first;
  int64_t body = pme__count_body(counter, loop, iterators, thread), n = *left / body;
  *left -= n * body;
  return range.first + n * range.step;
}

/* ---- the whole program ---- */

int64_t pme__count_reference(pme__counter *counter, const pme__tree_reference *reference) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  chain c = {counter, iterators, PME_NONE};
  loop_list list = {.count = reference->path_length};
  for (int level = 0; level < reference->path_length; level++)
    list.loops[level] = reference->path[level];
  list = without_singles(&list);
  int64_t count = count_list(&c, &list);
  return counter->exceeded ? -1 : count;
}

int pme__thread_copies(const pme__tree_reference *reference) {
  bool redundant = reference->phase_level >= 0 && reference->worksharing_level < 0 && !reference->one_thread;
  return redundant ? reference->path[reference->phase_level]->threads : 1;
}

/* Each reference may take a quarter of the work that is left. */
pme_status pme__count_executions(pme__counter *counter, const pme__loop_tree *program, pme_arena *arena,
                                 int64_t *executions) {
  pme__loop_tree *serial;
  pme_status status = pme__loop_tree_create_serial(program->concrete, arena, &serial);
  int64_t limit = counter->limit;
  for (int r = 0, other = 0; r < program->reference_count && status == PME_OK; r++) {
    while (other < serial->reference_count && serial->references[other].node < program->references[r].node)
      other++;
    executions[r] = serial->membership[program->references[r].node] == PME__TREE_UNREACHED ? 0 : -1;
    if (other == serial->reference_count || serial->references[other].node != program->references[r].node)
      continue;
    counter->limit = counter->work + (limit - counter->work) / 4;
    counter->exceeded = false;
    int64_t count = pme__count_reference(counter, &serial->references[other]), all;
    if (count >= 0 && !__builtin_mul_overflow(count, pme__thread_copies(&program->references[r]), &all))
      executions[r] = all;
  }
  counter->limit = limit;
  counter->exceeded = false;
  return status;
}

static bool body_changes(const tree_node *loop) {
  for (const tree_node *child = loop->first_child; child; child = child->next)
    if (child->by_thread || child->count_uses)
      return true;
  return false;
}

static void fix_counts(pme__counter *counter, tree_node *node, int64_t *iterators) {
  for (tree_node *child = node->first_child; child; child = child->next)
    fix_counts(counter, child, iterators);
  if (node->is_group)
    return;
  if (!body_changes(node)) {
    int64_t count = pme__count_body(counter, node, iterators, 0);
    node->fixed_body = counter->exceeded ? -1 : count;
  }
  if (node->by_thread || node->count_uses)
    return;
  int64_t count = pme__count_accesses(counter, node, iterators, 0);
  if (!counter->exceeded)
    node->fixed_count = count;
}

void pme__fix_counts(pme__counter *counter, pme__loop_tree *program) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  fix_counts(counter, program->root, iterators);
}

/* ---- work of the iterations of a worksharing loop ---- */

enum { MOST_SUMS = 1 << 16 };

static bool differs(const tree_node *loop) {
  for (const tree_node *child = loop->first_child; child; child = child->next)
    if (child->count_uses >> loop->depth & 1)
      return true;
  return false;
}

/* Of a loop over blocks: sums over single iterations, from which those over blocks follow. */
static pme_status sum_blocks(pme__counter *counter, tree_node *blocks, pme_arena *arena) {
  tree_node *inner = blocks->first_child;
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0}, block = inner->origin.modulo, x = 0;
  int64_t *single = PME_ARENA_NEW(arena, int64_t, (blocks->maximum + 1) * block);
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, blocks->maximum + 1);
  if (!single || !sums)
    return PME_NO_MEMORY;
  for (int64_t q = 0; q <= blocks->maximum; q++) {
    int thread = (int)(q % blocks->threads);
    iterators[blocks->depth] = q;
    pme__tree_range range = pme__tree_range_of(inner, iterators, thread);
    for (int64_t r = 0; r < range.trips; r++, x++) {
      iterators[inner->depth] = r;
      single[x] = (x ? single[x - 1] : 0) + pme__count_body(counter, inner, iterators, thread);
    }
    int64_t own = x ? single[x - 1] - (q ? single[q * block - 1] : 0) : 0;
    sums[q] = own + (q >= blocks->threads ? sums[q - blocks->threads] : 0);
  }
  if (!counter->exceeded) {
    inner->block_sums = single;
    blocks->sums = sums;
  }
  return PME_OK;
}

static bool has_block_sums(const tree_node *loop) {
  const tree_node *inner = loop->first_child;
  return loop->distribution == PME__DISTRIBUTION_CYCLIC && !inner->is_group && inner->cuts_block && !inner->next &&
         inner->origin.modulo <= MOST_SUMS / (loop->maximum + 1) && differs(inner);
}

static pme_status sum_iterations(pme__counter *counter, tree_node *loop, pme_arena *arena) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, loop->maximum + 1);
  int64_t step = loop->distribution == PME__DISTRIBUTION_CYCLIC ? loop->threads : 1;
  if (!sums)
    return PME_NO_MEMORY;
  for (int64_t i = 0; i <= loop->maximum; i++) {
    iterators[loop->depth] = i;
    sums[i] = pme__count_body(counter, loop, iterators, pme__tree_thread_of(loop, iterators));
    if (i >= step)
      sums[i] += sums[i - step];
  }
  if (!counter->exceeded)
    loop->sums = sums;
  return PME_OK;
}

pme_status pme__sum_worksharing(pme__counter *counter, tree_node *node, pme_arena *arena) {
  if (node->distribution != PME__DISTRIBUTION_NONE && node->minimum == 0 && node->count_uses == 0 && !node->sums &&
      node->maximum < MOST_SUMS && differs(node))
    return has_block_sums(node) ? sum_blocks(counter, node, arena) : sum_iterations(counter, node, arena);
  pme_status status = PME_OK;
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = pme__sum_worksharing(counter, child, arena);
  return status;
}
