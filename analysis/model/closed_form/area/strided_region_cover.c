/* What share of one strided region lies in others. */
#include "strided_region.h"

#include <stdlib.h>

#include "analysis/base/integer.h"

/* Runs looked at; parts of sources found in one stretch; places tried for them. */
enum { MOST_RUNS = 12, MOST_PIECES = 192, MOST_TRIES = 2048, MOST_LISTED = 64 };

typedef struct piece {
  int64_t low, high;
} piece;

typedef struct pieces {
  int count, tries;
  piece items[MOST_PIECES];
} pieces;

/* Collects the parts of `region`, moved to `start` and reduced to its first `dimensions` dimensions, that lie in [low,
 * high). */
static void intersect(const pme__strided_region *region, int dimensions, int64_t start, int64_t low, int64_t high,
                      pieces *out) {
  if (out->count == MOST_PIECES || ++out->tries > MOST_TRIES)
    return;
  if (dimensions == 0) {
    int64_t a = start > low ? start : low, b = start + region->width < high ? start + region->width : high;
    if (a < b)
      out->items[out->count++] = (piece){a, b};
    return;
  }
  int64_t step = region->step[dimensions - 1], inner = region->width;
  for (int i = 0; i < dimensions - 1; i++)
    inner += (region->count[i] - 1) * region->step[i];
  int64_t from = pme__floor_divide(low - start - inner, step) + 1, to = pme__floor_divide(high - 1 - start, step);
  from = from < 0 ? 0 : from;
  to = to >= region->count[dimensions - 1] ? region->count[dimensions - 1] - 1 : to;
  for (int64_t m = from; m <= to && out->count < MOST_PIECES && out->tries <= MOST_TRIES; m++)
    intersect(region, dimensions - 1, start + m * step, low, high, out);
}

static int by_low(const void *left, const void *right) {
  const piece *a = (const piece *)left, *b = (const piece *)right;
  return (a->low > b->low) - (a->low < b->low);
}

static void sort(pieces *p) {
  if (p->count > 24) {
    qsort(p->items, (size_t)p->count, sizeof *p->items, by_low);
    return;
  }
  for (int i = 1; i < p->count; i++) {
    piece item = p->items[i];
    int at = i;
    for (; at > 0 && p->items[at - 1].low > item.low; at--)
      p->items[at] = p->items[at - 1];
    p->items[at] = item;
  }
}

static int64_t union_length(pieces *p) {
  sort(p);
  int64_t length = 0, end = INT64_MIN;
  for (int i = 0; i < p->count; i++) {
    int64_t low = p->items[i].low > end ? p->items[i].low : end;
    if (p->items[i].high > low) {
      length += p->items[i].high - low;
      end = p->items[i].high;
    }
  }
  return length;
}

/* Regions that may have something in common with the target, and where they end. */
typedef struct source_list {
  int count;
  const pme__strided_region *regions[MOST_LISTED];
  int64_t ends[MOST_LISTED];
} source_list;

static void list_sources(const pme__strided_region *target, const pme__strided_region *sources, int count,
                         source_list *out) {
  int64_t end = target->start + pme__strided_region_extent(target);
  out->count = 0;
  for (int i = 0; i < count && out->count < MOST_LISTED; i++) {
    int64_t source_end = sources[i].start + pme__strided_region_extent(&sources[i]);
    if (sources[i].start >= end || source_end <= target->start)
      continue;
    out->regions[out->count] = &sources[i];
    out->ends[out->count++] = source_end;
  }
}

static double covered_between(int64_t low, int64_t high, const source_list *sources) {
  pieces found;
  found.count = found.tries = 0;
  for (int i = 0; i < sources->count; i++)
    if (sources->regions[i]->start < high && sources->ends[i] > low)
      intersect(sources->regions[i], sources->regions[i]->dimension_count, sources->regions[i]->start, low, high,
                &found);
  return (double)union_length(&found) / (double)(high - low);
}

static double run_covered(int64_t start, int64_t width, const source_list *sources, int64_t line) {
  int64_t part = 32 * line;
  if (width <= 3 * part)
    return covered_between(start, start + width, sources);
  int64_t middle = start + (width - part) / 2, last = start + width - part;
  double inner = covered_between(middle, middle + part, sources);
  double ends = covered_between(start, start + part, sources) + covered_between(last, last + part, sources);
  double weight = (double)part / (double)width;
  return ends * weight + inner * (1 - 2 * weight);
}

/* Row `sample` of `samples`: the first, the last, and others spread by multiples of the golden ratio. */
static int64_t run_start(const pme__strided_region *region, int sample, int samples, double runs) {
  int64_t start = region->start;
  double left = runs <= samples ? (double)sample : 0;
  for (int i = 0; i < region->dimension_count; i++) {
    int64_t m;
    if (runs <= samples) {
      int64_t index = (int64_t)left;
      m = index % region->count[i];
      left = (double)(index / region->count[i]);
    } else if (sample == 0) {
      m = 0;
    } else if (sample == 1) {
      m = region->count[i] - 1;
    } else {
      double spread = (double)(sample - 1) * (i % 2 ? 0.7548776662466927 : 0.6180339887498949) + 0.37 * i;
      m = (int64_t)((spread - (double)(int64_t)spread) * (double)region->count[i]);
    }
    start += m * region->step[i];
  }
  return start;
}

double pme__strided_region_covered(const pme__strided_region *target, const pme__strided_region *sources,
                                   int source_count, int64_t line) {
  source_list listed;
  list_sources(target, sources, source_count, &listed);
  if (listed.count == 0)
    return 0;
  double runs = 1;
  for (int i = 0; i < target->dimension_count; i++)
    runs *= (double)target->count[i];
  int samples = runs < MOST_RUNS ? (int)runs : MOST_RUNS;
  double sum = 0, weights = 0;
  for (int s = 0; s < samples; s++) {
    /* First and last run stand for themselves only. */
    double weight = runs > samples && s >= 2 ? (runs - 2) / (samples - 2) : 1;
    sum += weight * run_covered(run_start(target, s, samples, runs), target->width, &listed, line);
    weights += weight;
  }
  return sum / weights;
}
