/* Summing over chains of nested loops, mostly by formulas. See chain_sum.h. */
#include "chain_sum.h"

#include <stdlib.h>

#include "collapse.h"
#include "polynomial.h"

typedef pme__tree_node tree_node;
typedef pme__tree_range tree_range;

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

/* ... where it is linear and changes its sign: of the positive ones, the last or the first of the range. */
static int64_t sum_of_positive(int64_t from, int64_t to, int64_t trips) {
  int64_t step = (to - from) / (trips - 1), largest = from > to ? from : to;
  step = step < 0 ? -step : step;
  int64_t count = (largest + step - 1) / step;
  return (int64_t)((__int128)count * largest - (__int128)step * count * (count - 1) / 2);
}

/* Sum of max(0, trips) over `range` of the iterator at `depth`, where the same bounds are active at both ends: the trip
 * count is concave and piecewise linear, hence linear between them. False: they are not. */
static bool sum_series(pme__chain *c, const tree_node *loop, int depth, tree_range range, int64_t *sum) {
  int low_from = 0, low_to = 0, up_from = 0, up_to = 0;
  c->iterators[depth] = range.first;
  int64_t from = signed_trips(loop, c->iterators, &low_from, &up_from);
  *sum = from > 0 ? from : 0;
  if (range.trips == 1)
    return true;
  c->iterators[depth] = range.last;
  int64_t to = signed_trips(loop, c->iterators, &low_to, &up_to);
  if (low_from != low_to || up_from != up_to)
    return false;
  if ((from < 0 && to > 0) || (from > 0 && to < 0))
    *sum = sum_of_positive(from, to, range.trips);
  else
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

/* Where the bound that is active at the end takes over from that at the beginning, or in the middle. */
static int64_t trips_until_other_bound(pme__chain *c, const tree_node *loop, int depth, tree_range range) {
  int lower[2] = {0}, upper[2] = {0};
  int64_t apart[2];
  const int64_t ends[2] = {range.first, range.last};
  for (int e = 0; e < 2; e++) {
    c->iterators[depth] = ends[e];
    signed_trips(loop, c->iterators, &lower[e], &upper[e]);
  }
  const pme__tree_bound *bounds = upper[0] != upper[1] ? loop->uppers : loop->lowers;
  const int *active = upper[0] != upper[1] ? upper : lower;
  for (int e = 0; e < 2; e++) {
    c->iterators[depth] = ends[e];
    apart[e] = llabs(pme__tree_value(&bounds[active[0]].numerator, c->iterators) -
                     pme__tree_value(&bounds[active[1]].numerator, c->iterators));
  }
  if (apart[0] + apart[1] == 0)
    return range.trips / 2;
  int64_t until = (int64_t)((__int128)apart[0] * (range.trips - 1) / (apart[0] + apart[1])) + 1;
  return until < range.trips ? until : range.trips - 1;
}

/* ... wherever it is linear. */
static int64_t sum_halves(pme__chain *c, const tree_node *loop, int depth, tree_range range) {
  int64_t sum, half;
  if (sum_series(c, loop, depth, range, &sum))
    return sum;
  if (!charge(c->counter, 1))
    return 0;
  half = trips_until_other_bound(c, loop, depth, range);
  return sum_halves(c, loop, depth, part_of(range, 0, half)) +
         sum_halves(c, loop, depth, part_of(range, half, range.trips - half));
}

/* Of a chunk of collapsed loops the first and the last row are cut: mostly all between is linear. */
int64_t pme__sum_of_trips(pme__chain *c, const tree_node *loop, int depth, tree_range range) {
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

bool pme__tree_is_linear(const tree_node *loop) {
  return !pme__tree_is_divided(loop) && !loop->one_thread && !loop->is_single;
}

/* ---- several: polynomials and plain sums ---- */

static int64_t sum_one_by_one(pme__chain *c, int depth, tree_range range, const pme__loop_list *list) {
  int64_t sum = 0;
  for (int64_t n = 0; n < range.trips && charge(c->counter, 1); n++) {
    c->iterators[depth] = range.first + n * range.step;
    sum += pme__count_chain(c, list);
  }
  return sum;
}

static bool is_regular(const pme__loop_list *list) {
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

/* Of d loops that hang together (d + 1)! values are asked for: as far as that, next to nothing, of one more what that many
 * cost. */
enum { FREE_DEGREE = 5, COST_MORE = 100 };

/* Forward differences; nothing overflows where the counts do not. */
static int64_t sum_of_polynomial(pme__chain *c, int depth, tree_range range, const pme__loop_list *list) {
  const __int128 most = (__int128)(~(unsigned __int128)0 >> 1);
  __int128 values[PME__TREE_MAX_LOOPS + 1];
  int degree = list->count;
  bool exact = true;
  for (int m = 0; m <= degree; m++) {
    if (degree > FREE_DEGREE && !charge(c->counter, COST_MORE))
      return 0;
    c->iterators[depth] = range.first + m * range.step;
    values[m] = pme__count_chain(c, list);
  }
  pme__forward_differences(values, degree);
  return (int64_t)pme__polynomial_sum(values, degree, range.trips, most, &exact);
}

/* ---- chains ---- */

pme__loop_list pme__without_singles(const pme__loop_list *list) {
  pme__loop_list kept;
  kept.count = 0;
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
static void split(const pme__loop_list *list, int depth, pme__loop_list *dependent, pme__loop_list *rest) {
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
    pme__loop_list *part = taken >> i & 1 ? dependent : rest;
    part->loops[part->count++] = list->loops[i];
  }
}

/* In blocks of equal lengths only the last one may be cut short. */
static int64_t iterations_of_blocks(const pme__chain *c, const tree_node *blocks, tree_range range) {
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
static int64_t count_blocks(const pme__chain *c, const tree_node *blocks, tree_range range, pme__loop_list *list) {
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

static int64_t product_of(pme__chain *c, int64_t a, int64_t b) {
  int64_t product;
  if (!__builtin_mul_overflow(a, b, &product) && product <= INT64_C(1) << 62)
    return product;
  c->counter->exceeded = true;
  return 0;
}

/* Whether an outermost digit is used by other digits only: its iterations that lie wholly in the loop are alike. */
static bool has_even_digits(const tree_node *outer, const pme__loop_list *list) {
  if (!outer->all)
    return false;
  for (int i = 0; i < list->count; i++)
    if ((list->loops[i]->bound_uses & ~list->loops[i]->cut_by) >> outer->depth & 1)
      return false;
  return true;
}

static int64_t ceil_divide(int64_t a, int64_t b) { return -pme_floor_divide(-a, b); }

/* Sum over the iterations of an outermost digit: the first and the last may be cut, the others are alike. */
static int64_t sum_of_digit(pme__chain *c, const tree_node *outer, tree_range range, const pme__loop_list *list) {
  tree_range all = pme__tree_range_of(outer->all, c->iterators, PME_NONE), part = range;
  int64_t first = ceil_divide(all.first, outer->block), last = pme_floor_divide(all.last + 1, outer->block) - 1;
  first = first > range.first ? first : range.first;
  last = last < range.last ? last : range.last;
  if (last <= first)
    return sum_one_by_one(c, outer->depth, range, list);
  c->iterators[outer->depth] = first;
  int64_t sum = product_of(c, last - first + 1, pme__count_chain(c, list));
  part.trips = first - range.first;
  sum += sum_one_by_one(c, outer->depth, part, list);
  part.first = last + 1;
  part.trips = range.last - last;
  return sum + sum_one_by_one(c, outer->depth, part, list);
}

/* The loops of `list` from number `first` on. Lists have room for far more loops than they hold. */
static void copy_from(const pme__loop_list *list, int first, pme__loop_list *copy) {
  copy->count = list->count - first;
  for (int i = 0; i < copy->count; i++)
    copy->loops[i] = list->loops[first + i];
}

int64_t pme__sum_chain(pme__chain *c, const tree_node *outer, tree_range range, const pme__loop_list *list) {
  int depth = outer->depth;
  if (range.trips <= 0)
    return 0;
  if (list->count == 0) {
    c->iterators[depth] = range.first;
    return product_of(c, range.trips, 1);
  }
  pme__loop_list dependent, rest;
  copy_from(list, 0, &rest);
  int64_t sum = count_blocks(c, outer, range, &rest);
  c->iterators[depth] = range.first;
  if (sum >= 0)
    return product_of(c, sum, rest.count ? pme__count_chain(c, &rest) : 1);
  split(list, depth, &dependent, &rest);
  int64_t others = rest.count ? pme__count_chain(c, &rest) : 1;
  if (others == 0)
    return 0;
  if (dependent.count == 0)
    sum = range.trips;
  else if (range.trips > 3 && range.step == 1 && has_even_digits(outer, &dependent))
    sum = sum_of_digit(c, outer, range, &dependent);
  else if (dependent.count == 1 && pme__tree_is_linear(dependent.loops[0]) &&
           (dependent.loops[0]->distribution == PME__DISTRIBUTION_NONE || c->thread == PME_NONE))
    sum = pme__sum_of_trips(c, dependent.loops[0], depth, range);
  else if (range.trips > dependent.count + 1 && is_regular(&dependent) &&
           bits_of(range.trips) * (dependent.count + 1) < 100)
    sum = sum_of_polynomial(c, depth, range, &dependent);
  else
    sum = sum_one_by_one(c, depth, range, &dependent);
  return product_of(c, sum, others);
}

int64_t pme__count_chain(pme__chain *c, const pme__loop_list *list) {
  if (list->count == 0)
    return 1;
  pme__loop_list inner;
  copy_from(list, 1, &inner);
  tree_range range = pme__tree_range_of(list->loops[0], c->iterators, c->thread);
  return pme__sum_chain(c, list->loops[0], range, &inner);
}
