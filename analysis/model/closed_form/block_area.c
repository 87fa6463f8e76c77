/* The area vector of one block of arrays: its regions are joined, laid over the sets of a way, and remembered. */
#include "block_area.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/model/closed_form/area/set_occupancy.h"
#include "analysis/model/closed_form/area/set_occupancy_sparse.h"

/* Regions that are compared with each other. */
enum { MOST_COMPARED = 24 };
/* Rows that are joined one by one in any case. */
enum { FEW_RUNS = 1024 };

static bool any_overlap(const pme__strided_region *regions, int count) {
  if (count > MOST_COMPARED)
    return true;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (regions[i].start < regions[j].start + pme__strided_region_extent(&regions[j]) &&
          regions[j].start < regions[i].start + pme__strided_region_extent(&regions[i]))
        return true;
  return count == 1 && pme__strided_region_is_irregular(&regions[0]);
}

/* Joins the runs of regions one by one, into context->intervals; returns their number, < 0: there are too many. */
static int join_runs(pme__context *context, const pme__strided_region *regions, int count) {
  double runs = 0;
  int intervals = 0;
  for (int i = 0; i < count; i++)
    runs += pme__strided_region_runs(&regions[i]);
  if (runs > PME__CONTEXT_MOST_RUNS)
    return -1;
  for (int i = 0; i < count; i++)
    intervals = pme__strided_region_expand(&regions[i], context->intervals, intervals);
  pme__context_spend(context, 20 * runs);
  return pme__intervals_join(context->intervals, intervals);
}

/* Regions of different shapes that overlap: few runs are joined one by one. */
static bool lay_out_runs(pme__context *context, pme__set_occupancy *occupancy, const pme__strided_region *regions,
                         int count) {
  int intervals = join_runs(context, regions, count);
  for (int i = 0; i < intervals; i++)
    pme__set_occupancy_add_interval(occupancy, &context->intervals[i]);
  return intervals >= 0;
}

static int by_measure(const void *left, const void *right) {
  double a = pme__strided_region_bound((const pme__strided_region *)left),
         b = pme__strided_region_bound((const pme__strided_region *)right);
  return (a < b) - (a > b);
}

/* Many runs: a region most of which lies in larger ones is left out. */
static int drop_covered(pme__context *context, pme__strided_region *regions, int count, int64_t line) {
  int kept = 1;
  qsort(regions, (size_t)count, sizeof *regions, by_measure);
  for (int i = 1; i < count && pme__context_can_go_on(context); i++) {
    int compared = kept < MOST_COMPARED ? kept : MOST_COMPARED;
    pme__context_spend(context, 200.0 * compared);
    if (pme__strided_region_covered(&regions[i], regions, compared, line) <= 0.5)
      regions[kept++] = regions[i];
  }
  return kept;
}

static bool lay_out(pme__context *context, pme__set_occupancy *occupancy, pme__strided_region *regions, int count,
                    int64_t line) {
  bool overlap = any_overlap(regions, count);
  if (!overlap || !lay_out_runs(context, occupancy, regions, count)) {
    if (overlap)
      count = drop_covered(context, regions, count, line);
    for (int i = 0; i < count; i++) {
      pme__context_spend(context, pme__set_occupancy_effort(occupancy, &regions[i]));
      if (context->over_budget)
        return false;
      if (!pme__set_occupancy_add(occupancy, &regions[i])) {
        context->no_memory = true;
        return false;
      }
    }
  }
  return true;
}

static bool fill(pme__context *context, pme__set_occupancy *occupancy, pme__block_area *area, uint32_t *steps) {
  pme__context_spend(context, 0.4 * (double)area->units->span / (double)area->alignment);
  pme__set_occupancy_clear(occupancy, area->units->span, area->alignment, steps);
  return lay_out(context, occupancy, area->regions, area->count, area->units->line);
}

static void join(pme__context *context, pme__block_area *area) {
  double count = area->count;
  pme__context_spend(context, count < 64 ? 5 * count * count : 300 * count);
  area->count = pme__strided_region_join_all(area->regions, area->count);
}

/* So few runs that to join them one by one is less work than to join regions. */
static bool are_few(const pme__block_area *area) {
  double runs = 0;
  for (int i = 0; i < area->count; i++)
    runs += pme__strided_region_runs(&area->regions[i]);
  return runs <= FEW_RUNS && runs <= 2.0 * area->count + MOST_COMPARED;
}

/* ---- memory of former area_memos ---- */

static uint64_t mix(uint64_t h, uint64_t value) {
  h = (h ^ value) * UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 29;
}

static uint64_t hash_of_comb(const pme__strided_region *region, int64_t from, uint64_t seed) {
  uint64_t h = mix(mix(seed, (uint64_t)(region->start - from)), (uint64_t)region->width);
  for (int p = 0; p < region->dimension_count; p++)
    h = mix(mix(h, (uint64_t)region->count[p]), (uint64_t)region->step[p]);
  return h;
}

/* The lowest start, as a multiple of the alignment: vectors do not notice when everything moves by that. */
static int64_t origin_of(const pme__block_area *area) {
  int64_t lowest = area->regions[0].start;
  for (int i = 1; i < area->count; i++)
    if (area->regions[i].start < lowest)
      lowest = area->regions[i].start;
  return lowest - pme__floor_mod(lowest, area->alignment);
}

/* `own` may be NULL. */
static uint64_t hash_of(const pme__block_area *area, const pme__strided_region *own, uint64_t seed) {
  /* Sums over regions: their order does not matter. */
  int64_t from = origin_of(area);
  uint64_t sum = own ? mix(hash_of_comb(own, from, seed), 1) : 0;
  for (int i = 0; i < area->count; i++)
    sum += hash_of_comb(&area->regions[i], from, seed);
  return mix(mix(mix(sum, (uint64_t)area->alignment), (uint64_t)area->units->span), (uint64_t)area->units->line);
}

/* The vector of a area that was seen before; *found is false where it has to be made, into what is returned. */
static double *recall(pme__context *context, const pme__block_area *area, const pme__strided_region *own, bool *found) {
  uint64_t key = hash_of(area, own, 1), check = hash_of(area, own, 2);
  pme__area_memo *memo = &context->area_memos[key % PME__CONTEXT_AREA_SLOTS];
  *found = memo->key == key && memo->check == check;
  memo->key = key;
  memo->check = check;
  if (!*found)
    memset(memo->vector, 0, (size_t)(context->most + 1) * sizeof *memo->vector);
  return memo->vector;
}

/* One run alone brings more lines to each set than are counted. */
static bool is_full(const pme__context *context, const pme__block_area *area) {
  for (int i = 0; i < area->count; i++)
    if (area->regions[i].width / area->units->span > context->most)
      return true;
  return false;
}

/* False when the context cannot go on. */
static bool make_histogram(pme__context *context, pme__block_area *area, double *out) {
  pme__set_occupancy occupancy;
  if (!are_few(area))
    join(context, area);
  if (is_full(context, area)) {
    out[context->most] = 1;
    return true;
  }
  if (!fill(context, &occupancy, area, context->region_steps))
    return false;
  pme__set_occupancy_histogram(&occupancy, context->most, out);
  return true;
}

void pme__block_area_vector(pme__context *context, pme__block_area *area, double *out) {
  bool found;
  double *vector = recall(context, area, NULL, &found);
  if (found || make_histogram(context, area, vector))
    memcpy(out, vector, (size_t)(context->most + 1) * sizeof *out);
}

/* The first multiple of the alignment from a position on. */
static int64_t next_start(int64_t position, int64_t alignment) {
  int64_t rest = position % alignment;
  return position + (rest > 0 ? alignment - rest : -rest);
}

/* Where no line starts in the reused positions, all is moved until one does: at another place they are reused. */
static void meet_start(pme__block_area *area, pme__strided_region *own) {
  int64_t last = own->start + own->width - 1, start = next_start(own->start, area->alignment);
  if (start <= last)
    return;
  own->start += start - last;
  for (int i = 0; i < area->count; i++)
    area->regions[i].start += start - last;
}

/* Few reused lines, and not too many runs around them. */
static bool find_nearby(pme__context *context, const pme__block_area *area, const pme__strided_region *own,
                        double *out) {
  double runs = 0;
  int count = 0;
  for (int i = 0; i < area->count; i++)
    runs += pme__strided_region_runs(&area->regions[i]);
  if (runs > PME__CONTEXT_MOST_RUNS ||
      runs * 16 * pme__strided_region_runs(own) > (double)area->units->span / (double)area->alignment)
    return false;
  if (any_overlap(area->regions, area->count))
    count = join_runs(context, area->regions, area->count);
  else
    for (int i = 0; i < area->count; i++)
      count = pme__strided_region_expand(&area->regions[i], context->intervals, count);
  pme__context_spend(context, 5 * runs * pme__strided_region_runs(own));
  pme__way_positions way = {area->units->span, area->alignment, context->most};
  return pme__set_occupancy_sparse_others(context->intervals, count, own, &way, out);
}

static bool make_others(pme__context *context, pme__block_area *area, const pme__strided_region *own, double *out) {
  pme__set_occupancy all, mine;
  pme__strided_region reused = *own;
  pme__block_area own_area = {area->units, area->alignment, &reused, 1};
  if (!are_few(area))
    join(context, area);
  if (is_full(context, area)) {
    out[context->most] = 1;
    return true;
  }
  if (find_nearby(context, area, own, out))
    return true;
  if (!fill(context, &all, area, context->region_steps) || !fill(context, &mine, &own_area, context->own_steps))
    return false;
  pme__set_occupancy_others(&all, &mine, context->most, out);
  return true;
}

void pme__block_area_others(pme__context *context, pme__block_area *area, const pme__strided_region *own, double *out) {
  bool found;
  pme__strided_region reused = *own;
  meet_start(area, &reused);
  double *vector = recall(context, area, &reused, &found);
  if (found || make_others(context, area, &reused, vector))
    memcpy(out, vector, (size_t)(context->most + 1) * sizeof *out);
}

static double ceil_divide(int64_t a, int64_t b) { return (double)(a / b + (a % b > 0)); }

/* Number of positions of the union, run by run; < 0: there are too many runs. */
static double measure_runs(pme__context *context, const pme__block_area *area) {
  double measure = 0, a = (double)area->alignment;
  int intervals = join_runs(context, area->regions, area->count);
  for (int i = 0; i < intervals; i++)
    measure += (ceil_divide(context->intervals[i].high, area->alignment) -
                ceil_divide(context->intervals[i].low, area->alignment)) *
               a;
  return intervals < 0 ? -1 : measure;
}

double pme__block_area_measure(pme__context *context, pme__block_area *area) {
  double measure = 0;
  int64_t a = area->alignment;
  if (any_overlap(area->regions, area->count)) {
    /* Joined regions cover a little more than what they are made of: first as they are. */
    measure = measure_runs(context, area);
    if (measure >= 0)
      return measure;
    measure = 0;
  }
  join(context, area);
  if (any_overlap(area->regions, area->count))
    return measure_runs(context, area);
  for (int i = 0; i < area->count; i++)
    measure += pme__strided_region_measure_aligned(&area->regions[i], a);
  return measure;
}
