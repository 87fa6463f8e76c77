/* Strided regions: their normal form, how many positions they have, joining two to one. */
#include "strided_region.h"

#include <stdlib.h>
#include <string.h>

static int64_t clamp(__int128 value) {
  return value > PME__STRIDED_REGION_FAR    ? PME__STRIDED_REGION_FAR
         : value < -PME__STRIDED_REGION_FAR ? -PME__STRIDED_REGION_FAR
                                            : (int64_t)value;
}

pme__strided_region pme__strided_region_of_run(int64_t first, int64_t length, int64_t line) {
  return (pme__strided_region){.start = clamp((__int128)first - line + 1), .width = clamp((__int128)length + line - 1)};
}

bool pme__strided_region_repeat(pme__strided_region *region, int64_t count, int64_t step) {
  if (count <= 1 || step == 0)
    return true;
  if (region->dimension_count == PME__STRIDED_REGION_MOST_DIMENSIONS)
    return false;
  if (step < 0) {
    region->start = clamp(region->start + (__int128)(count - 1) * step);
    step = -step;
  }
  int at = region->dimension_count++;
  for (; at > 0 && region->step[at - 1] > step; at--) {
    region->step[at] = region->step[at - 1];
    region->count[at] = region->count[at - 1];
  }
  region->step[at] = step;
  region->count[at] = count;
  return true;
}

static void remove_dimension(pme__strided_region *region, int at) {
  region->dimension_count--;
  for (int i = at; i < region->dimension_count; i++) {
    region->step[i] = region->step[i + 1];
    region->count[i] = region->count[i + 1];
  }
}

/* {a T} + {b c T} = {(a + c b) T}: no gap when c <= number of a's. */
static void join_progressions(pme__strided_region *region) {
  for (int i = 0; i + 1 < region->dimension_count;) {
    int64_t ratio = region->step[i + 1] / region->step[i];
    if (region->step[i + 1] % region->step[i] == 0 && ratio <= region->count[i]) {
      region->count[i] = clamp(region->count[i] + (__int128)(region->count[i + 1] - 1) * ratio);
      remove_dimension(region, i + 1);
    } else {
      i++;
    }
  }
}

void pme__strided_region_simplify(pme__strided_region *region) {
  join_progressions(region);
  while (region->dimension_count && region->step[0] <= region->width) {
    region->width = clamp(region->width + (__int128)(region->count[0] - 1) * region->step[0]);
    remove_dimension(region, 0);
  }
}

int64_t pme__strided_region_extent(const pme__strided_region *region) {
  __int128 extent = region->width;
  for (int i = 0; i < region->dimension_count; i++)
    extent = clamp(extent + (__int128)(region->count[i] - 1) * region->step[i]);
  return clamp(extent);
}

double pme__strided_region_runs(const pme__strided_region *region) {
  double runs = 1;
  for (int i = 0; i < region->dimension_count; i++)
    runs *= (double)region->count[i];
  return runs;
}

bool pme__strided_region_is_irregular(const pme__strided_region *region) {
  int64_t extent = region->width, more;
  for (int i = 0; i < region->dimension_count; i++) {
    if (region->step[i] < extent)
      return true;
    if (__builtin_mul_overflow(region->count[i] - 1, region->step[i], &more) || more > PME__STRIDED_REGION_FAR - extent)
      extent = PME__STRIDED_REGION_FAR;
    else
      extent += more;
  }
  return false;
}

/* Runs of an irregular region that are worth counting one by one. */
enum { COUNTED_RUNS = 512 };

double pme__strided_region_bound(const pme__strided_region *region) {
  double sum = pme__strided_region_runs(region) * (double)region->width,
         extent = (double)pme__strided_region_extent(region);
  return sum < extent ? sum : extent;
}

bool pme__strided_region_is_countable(const pme__strided_region *region) {
  return !pme__strided_region_is_irregular(region) || pme__strided_region_runs(region) <= COUNTED_RUNS;
}

double pme__strided_region_measure(const pme__strided_region *region) {
  if (!pme__strided_region_is_irregular(region) || !pme__strided_region_is_countable(region))
    return pme__strided_region_bound(region);
  pme__interval intervals[COUNTED_RUNS];
  double measure = 0;
  int count = pme__intervals_join(intervals, pme__strided_region_expand(region, intervals, 0));
  for (int i = 0; i < count; i++)
    measure += (double)(intervals[i].high - intervals[i].low);
  return measure;
}

static int64_t ceil_divide(int64_t a, int64_t b) { return a / b + (a % b > 0); }

double pme__strided_region_measure_aligned(const pme__strided_region *region, int64_t alignment) {
  if (alignment <= 1 || pme__strided_region_is_irregular(region))
    return pme__strided_region_measure(region);
  for (int i = 0; i < region->dimension_count; i++)
    while (region->step[i] % alignment)
      alignment /= 2;
  int64_t starts = ceil_divide(region->start + region->width, alignment) - ceil_divide(region->start, alignment);
  return pme__strided_region_runs(region) * (double)starts * (double)alignment;
}

static int64_t absolute(int64_t a) { return a < 0 ? -a : a; }

/* Same steps (counts and width may differ a little). */
static bool same_steps(const pme__strided_region *a, const pme__strided_region *b) {
  if (a->dimension_count != b->dimension_count)
    return false;
  for (int i = 0; i < a->dimension_count; i++)
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

static bool same_shape(const pme__strided_region *a, const pme__strided_region *b) {
  for (int i = 0; i < a->dimension_count; i++)
    if (a->count[i] != b->count[i])
      return false;
  return a->start == b->start && a->width == b->width;
}

/* Pairs that are longer in the hull than in the region. */
static int grown_dimensions(const pme__strided_region *region, const pme__strided_region *hull) {
  int grown = 0;
  for (int i = 0; i < region->dimension_count; i++)
    grown += region->count[i] != hull->count[i];
  return grown;
}

/* Whether the hull of two regions, whose runs stand `distance` apart after whole steps, has nothing that they have not.
 */
static bool is_exact(const pme__strided_region *a, const pme__strided_region *b, const pme__strided_region *hull,
                     int64_t distance) {
  int grown_a = grown_dimensions(a, hull), grown_b = grown_dimensions(b, hull);
  if (same_shape(a, hull) || same_shape(b, hull))
    return true;
  if (grown_a == 0 && grown_b == 0) /* longer runs */
    return hull->width <= a->width + b->width;
  if (grown_a > 1 || grown_b > 1 || distance != 0 || a->width != b->width)
    return false;
  for (int i = 0; i < a->dimension_count; i++) /* more runs */
    if (a->count[i] != hull->count[i] || b->count[i] != hull->count[i])
      return hull->count[i] <= a->count[i] + b->count[i] && grown_dimensions(a, b) <= 1;
  return false;
}

bool pme__strided_region_join(pme__strided_region *a, const pme__strided_region *b) {
  if (!same_steps(a, b))
    return false;
  pme__strided_region hull = *a;
  int64_t distance = clamp((__int128)b->start - a->start);
  for (int i = a->dimension_count - 1; i >= 0; i--) {
    int64_t q = nearest_multiple(distance, a->step[i]);
    distance -= q * a->step[i];
    int64_t low = q < 0 ? q : 0, high = b->count[i] + q > a->count[i] ? b->count[i] + q : a->count[i];
    hull.count[i] = high - low;
    hull.start = clamp(hull.start + (__int128)low * a->step[i]);
  }
  int64_t low = distance < 0 ? distance : 0, high = b->width + distance > a->width ? b->width + distance : a->width;
  hull.start += low;
  hull.width = high - low;
  /* Where runs overlap, only what is exactly the union: to measure it takes long. */
  if (!is_exact(a, b, &hull, distance) &&
      (pme__strided_region_is_irregular(&hull) || pme__strided_region_is_irregular(a) ||
       pme__strided_region_is_irregular(b) ||
       pme__strided_region_measure(&hull) > pme__strided_region_measure(a) + pme__strided_region_measure(b)))
    return false;
  pme__strided_region_simplify(&hull);
  *a = hull;
  return true;
}

void pme__strided_region_cut(pme__strided_region *a, const pme__strided_region *b) {
  int64_t low = a->start > b->start ? a->start : b->start;
  int64_t a_end = a->start + a->width, b_end = b->start + b->width, high = a_end < b_end ? a_end : b_end;
  if (!same_steps(a, b) || low >= high)
    return;
  a->start = low;
  a->width = high - low;
}

/* More regions than this are only rid of duplicates and joined with their neighbours. */
enum { JOINED_PAIRWISE = 48 };

static int join_pairwise(pme__strided_region *regions, int count) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < count; i++)
      for (int j = i + 1; j < count;)
        if (pme__strided_region_join(&regions[i], &regions[j])) {
          regions[j] = regions[--count];
          changed = true;
        } else {
          j++;
        }
  }
  return count;
}

static int by_shape(const void *left, const void *right) {
  const pme__strided_region *a = (const pme__strided_region *)left, *b = (const pme__strided_region *)right;
  if (a->dimension_count != b->dimension_count)
    return a->dimension_count - b->dimension_count;
  for (int i = 0; i < a->dimension_count; i++)
    if (a->step[i] != b->step[i])
      return a->step[i] < b->step[i] ? -1 : 1;
  return (a->start > b->start) - (a->start < b->start);
}

static int join_neighbours(pme__strided_region *regions, int count) {
  qsort(regions, (size_t)count, sizeof *regions, by_shape);
  int last = 0;
  for (int i = 1; i < count; i++)
    if (!pme__strided_region_join(&regions[last], &regions[i]))
      regions[++last] = regions[i];
  return last + 1;
}

int pme__strided_region_join_all(pme__strided_region *regions, int count) {
  for (int before = count + 1; count > JOINED_PAIRWISE && count < before;) {
    before = count;
    count = join_neighbours(regions, count);
  }
  return count > JOINED_PAIRWISE ? count : join_pairwise(regions, count);
}

static int expand(const pme__strided_region *region, int dimensions, int64_t start, pme__interval *out, int count) {
  if (dimensions == 0) {
    out[count] = (pme__interval){start, start + region->width};
    return count + 1;
  }
  for (int64_t m = 0; m < region->count[dimensions - 1]; m++)
    count = expand(region, dimensions - 1, start + m * region->step[dimensions - 1], out, count);
  return count;
}

int pme__strided_region_expand(const pme__strided_region *region, pme__interval *out, int count) {
  return expand(region, region->dimension_count, region->start, out, count);
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

/* Expanded regions are a few ascending runs: two stretches are merged at a time. */
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
