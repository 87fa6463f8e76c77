/* Combs: normal form, measure, joining. */
#include "strided_region.h"

#include <stdlib.h>
#include <string.h>

static int64_t clamp(__int128 value) {
  return value > PME__COMB_FAR ? PME__COMB_FAR : value < -PME__COMB_FAR ? -PME__COMB_FAR : (int64_t)value;
}

pme__comb pme__comb_run(int64_t first, int64_t length, int64_t line) {
  return (pme__comb){.start = clamp((__int128)first - line + 1), .width = clamp((__int128)length + line - 1)};
}

bool pme__comb_repeat(pme__comb *comb, int64_t count, int64_t step) {
  if (count <= 1 || step == 0)
    return true;
  if (comb->pair_count == PME__COMB_MOST_PAIRS)
    return false;
  if (step < 0) {
    comb->start = clamp(comb->start + (__int128)(count - 1) * step);
    step = -step;
  }
  int at = comb->pair_count++;
  for (; at > 0 && comb->step[at - 1] > step; at--) {
    comb->step[at] = comb->step[at - 1];
    comb->count[at] = comb->count[at - 1];
  }
  comb->step[at] = step;
  comb->count[at] = count;
  return true;
}

static void remove_pair(pme__comb *comb, int at) {
  comb->pair_count--;
  for (int i = at; i < comb->pair_count; i++) {
    comb->step[i] = comb->step[i + 1];
    comb->count[i] = comb->count[i + 1];
  }
}

/* {a T} + {b c T} = {(a + c b) T}: no gap when c <= number of a's. */
static void join_progressions(pme__comb *comb) {
  for (int i = 0; i + 1 < comb->pair_count;) {
    int64_t ratio = comb->step[i + 1] / comb->step[i];
    if (comb->step[i + 1] % comb->step[i] == 0 && ratio <= comb->count[i]) {
      comb->count[i] = clamp(comb->count[i] + (__int128)(comb->count[i + 1] - 1) * ratio);
      remove_pair(comb, i + 1);
    } else {
      i++;
    }
  }
}

void pme__comb_simplify(pme__comb *comb) {
  join_progressions(comb);
  while (comb->pair_count && comb->step[0] <= comb->width) {
    comb->width = clamp(comb->width + (__int128)(comb->count[0] - 1) * comb->step[0]);
    remove_pair(comb, 0);
  }
}

int64_t pme__comb_extent(const pme__comb *comb) {
  __int128 extent = comb->width;
  for (int i = 0; i < comb->pair_count; i++)
    extent = clamp(extent + (__int128)(comb->count[i] - 1) * comb->step[i]);
  return clamp(extent);
}

double pme__comb_rows(const pme__comb *comb) {
  double rows = 1;
  for (int i = 0; i < comb->pair_count; i++)
    rows *= (double)comb->count[i];
  return rows;
}

bool pme__comb_is_irregular(const pme__comb *comb) {
  int64_t extent = comb->width, more;
  for (int i = 0; i < comb->pair_count; i++) {
    if (comb->step[i] < extent)
      return true;
    if (__builtin_mul_overflow(comb->count[i] - 1, comb->step[i], &more) || more > PME__COMB_FAR - extent)
      extent = PME__COMB_FAR;
    else
      extent += more;
  }
  return false;
}

/* Rows of an irregular comb that are worth counting one by one. */
enum { COUNTED_ROWS = 512 };

double pme__comb_bound(const pme__comb *comb) {
  double sum = pme__comb_rows(comb) * (double)comb->width, extent = (double)pme__comb_extent(comb);
  return sum < extent ? sum : extent;
}

bool pme__comb_is_countable(const pme__comb *comb) {
  return !pme__comb_is_irregular(comb) || pme__comb_rows(comb) <= COUNTED_ROWS;
}

double pme__comb_measure(const pme__comb *comb) {
  if (!pme__comb_is_irregular(comb) || !pme__comb_is_countable(comb))
    return pme__comb_bound(comb);
  pme__interval intervals[COUNTED_ROWS];
  double measure = 0;
  int count = pme__intervals_join(intervals, pme__comb_expand(comb, intervals, 0));
  for (int i = 0; i < count; i++)
    measure += (double)(intervals[i].high - intervals[i].low);
  return measure;
}

static int64_t ceil_divide(int64_t a, int64_t b) { return a / b + (a % b > 0); }

double pme__comb_measure_aligned(const pme__comb *comb, int64_t alignment) {
  if (alignment <= 1 || pme__comb_is_irregular(comb))
    return pme__comb_measure(comb);
  for (int i = 0; i < comb->pair_count; i++)
    while (comb->step[i] % alignment)
      alignment /= 2;
  int64_t starts = ceil_divide(comb->start + comb->width, alignment) - ceil_divide(comb->start, alignment);
  return pme__comb_rows(comb) * (double)starts * (double)alignment;
}

static int64_t absolute(int64_t a) { return a < 0 ? -a : a; }

/* Same steps (counts and width may differ a little). */
static bool same_steps(const pme__comb *a, const pme__comb *b) {
  if (a->pair_count != b->pair_count)
    return false;
  for (int i = 0; i < a->pair_count; i++)
    if (a->step[i] != b->step[i])
      return false;
  return true;
}

static int64_t nearest_multiple(int64_t distance, int64_t step) {
  int64_t q = distance / step, rest = distance % step;
  if (2 * absolute(rest) > step)
    q += distance < 0 ? -1 : 1;
  return q;
}

static bool same_shape(const pme__comb *a, const pme__comb *b) {
  for (int i = 0; i < a->pair_count; i++)
    if (a->count[i] != b->count[i])
      return false;
  return a->start == b->start && a->width == b->width;
}

/* Pairs that are longer in the hull than in the comb. */
static int grown_pairs(const pme__comb *comb, const pme__comb *hull) {
  int grown = 0;
  for (int i = 0; i < comb->pair_count; i++)
    grown += comb->count[i] != hull->count[i];
  return grown;
}

/* Whether the hull of two combs, whose rows stand `distance` apart after whole steps, has nothing that they have not.
 */
static bool is_exact(const pme__comb *a, const pme__comb *b, const pme__comb *hull, int64_t distance) {
  int grown_a = grown_pairs(a, hull), grown_b = grown_pairs(b, hull);
  if (same_shape(a, hull) || same_shape(b, hull))
    return true;
  if (grown_a == 0 && grown_b == 0) /* longer rows */
    return hull->width <= a->width + b->width;
  if (grown_a > 1 || grown_b > 1 || distance != 0 || a->width != b->width)
    return false;
  for (int i = 0; i < a->pair_count; i++) /* more rows */
    if (a->count[i] != hull->count[i] || b->count[i] != hull->count[i])
      return hull->count[i] <= a->count[i] + b->count[i] && grown_pairs(a, b) <= 1;
  return false;
}

bool pme__comb_join(pme__comb *a, const pme__comb *b) {
  if (!same_steps(a, b))
    return false;
  pme__comb hull = *a;
  int64_t distance = clamp((__int128)b->start - a->start);
  for (int i = a->pair_count - 1; i >= 0; i--) {
    int64_t q = nearest_multiple(distance, a->step[i]);
    distance -= q * a->step[i];
    int64_t low = q < 0 ? q : 0, high = b->count[i] + q > a->count[i] ? b->count[i] + q : a->count[i];
    hull.count[i] = high - low;
    hull.start = clamp(hull.start + (__int128)low * a->step[i]);
  }
  int64_t low = distance < 0 ? distance : 0, high = b->width + distance > a->width ? b->width + distance : a->width;
  hull.start += low;
  hull.width = high - low;
  /* Where rows overlap, only what is exactly the union: to measure it takes long. */
  if (!is_exact(a, b, &hull, distance) &&
      (pme__comb_is_irregular(&hull) || pme__comb_is_irregular(a) || pme__comb_is_irregular(b) ||
       pme__comb_measure(&hull) > pme__comb_measure(a) + pme__comb_measure(b)))
    return false;
  pme__comb_simplify(&hull);
  *a = hull;
  return true;
}

void pme__comb_cut(pme__comb *a, const pme__comb *b) {
  int64_t low = a->start > b->start ? a->start : b->start;
  int64_t a_end = a->start + a->width, b_end = b->start + b->width, high = a_end < b_end ? a_end : b_end;
  if (!same_steps(a, b) || low >= high)
    return;
  a->start = low;
  a->width = high - low;
}

/* More combs than this are only rid of duplicates and joined with their neighbours. */
enum { JOINED_PAIRWISE = 48 };

static int join_pairwise(pme__comb *combs, int count) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < count; i++)
      for (int j = i + 1; j < count;)
        if (pme__comb_join(&combs[i], &combs[j])) {
          combs[j] = combs[--count];
          changed = true;
        } else {
          j++;
        }
  }
  return count;
}

static int by_shape(const void *left, const void *right) {
  const pme__comb *a = (const pme__comb *)left, *b = (const pme__comb *)right;
  if (a->pair_count != b->pair_count)
    return a->pair_count - b->pair_count;
  for (int i = 0; i < a->pair_count; i++)
    if (a->step[i] != b->step[i])
      return a->step[i] < b->step[i] ? -1 : 1;
  return (a->start > b->start) - (a->start < b->start);
}

static int join_neighbours(pme__comb *combs, int count) {
  qsort(combs, (size_t)count, sizeof *combs, by_shape);
  int last = 0;
  for (int i = 1; i < count; i++)
    if (!pme__comb_join(&combs[last], &combs[i]))
      combs[++last] = combs[i];
  return last + 1;
}

int pme__comb_join_all(pme__comb *combs, int count) {
  for (int before = count + 1; count > JOINED_PAIRWISE && count < before;) {
    before = count;
    count = join_neighbours(combs, count);
  }
  return count > JOINED_PAIRWISE ? count : join_pairwise(combs, count);
}

static int expand(const pme__comb *comb, int pairs, int64_t start, pme__interval *out, int count) {
  if (pairs == 0) {
    out[count] = (pme__interval){start, start + comb->width};
    return count + 1;
  }
  for (int64_t m = 0; m < comb->count[pairs - 1]; m++)
    count = expand(comb, pairs - 1, start + m * comb->step[pairs - 1], out, count);
  return count;
}

int pme__comb_expand(const pme__comb *comb, pme__interval *out, int count) {
  return expand(comb, comb->pair_count, comb->start, out, count);
}

/* Intervals that are sorted on the stack. */
enum { MOST_MERGED = 4096 };

static int by_low(const void *left, const void *right) {
  const pme__interval *a = (const pme__interval *)left, *b = (const pme__interval *)right;
  return (a->low > b->low) - (a->low < b->low);
}

/* Where the ascending run that begins at `from` ends. */
static int end_of_run(const pme__interval *intervals, int from, int count) {
  int end = from + 1;
  while (end < count && intervals[end - 1].low <= intervals[end].low)
    end++;
  return end;
}

/* [0, middle) and [middle, end) of `from`, both ascending, into `to`. */
static void merge(const pme__interval *from, int middle, int end, pme__interval *to) {
  for (int i = 0, j = middle, at = 0; at < end; at++)
    to[at] = j == end || (i < middle && from[i].low <= from[j].low) ? from[i++] : from[j++];
}

/* Expanded combs are a few ascending runs: two stretches are merged at a time. */
static void sort(pme__interval *intervals, int count) {
  pme__interval other[MOST_MERGED];
  if (count > MOST_MERGED) {
    qsort(intervals, (size_t)count, sizeof *intervals, by_low);
    return;
  }
  while (end_of_run(intervals, 0, count) < count) {
    for (int from = 0; from < count;) {
      int middle = end_of_run(intervals, from, count);
      int end = middle < count ? end_of_run(intervals, middle, count) : middle;
      merge(intervals + from, middle - from, end - from, other + from);
      from = end;
    }
    memcpy(intervals, other, (size_t)count * sizeof *intervals);
  }
}

int pme__intervals_join(pme__interval *intervals, int count) {
  if (count == 0)
    return 0;
  sort(intervals, count);
  int last = 0;
  for (int i = 1; i < count; i++) {
    if (intervals[i].low > intervals[last].high)
      intervals[++last] = intervals[i];
    else if (intervals[i].high > intervals[last].high)
      intervals[last].high = intervals[i].high;
  }
  return last + 1;
}
