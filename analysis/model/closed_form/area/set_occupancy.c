/* How many lines each set gets: runs are added to the positions of one cache way, then counted. */
#include "set_occupancy.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "pmecache/arena.h"

static int64_t cut(int64_t count) {
  return count < PME__SET_OCCUPANCY_MOST_COUNT ? count : PME__SET_OCCUPANCY_MOST_COUNT;
}

void pme__set_occupancy_clear(pme__set_occupancy *occupancy, int64_t span, int64_t alignment, uint32_t *steps) {
  bool is_power = (alignment & (alignment - 1)) == 0;
  *occupancy = (pme__set_occupancy){.span = span,
                                    .alignment = alignment,
                                    .slots = span / alignment,
                                    .shift = is_power ? __builtin_ctzll((uint64_t)alignment) : -1,
                                    .steps = steps};
  memset(steps, 0, (size_t)(occupancy->slots + 2) * sizeof *steps);
}

/* Runs of one width: those of a region differ in where they start, of which there may be thousands. */
typedef struct run_width {
  int64_t whole, rest; /* spans, and what is left */
} run_width;

static run_width width_of(const pme__set_occupancy *occupancy, int64_t width) {
  return (run_width){width / occupancy->span, width % occupancy->span};
}

/* The first slot at or behind a position. */
static int64_t slot_at(const pme__set_occupancy *occupancy, int64_t position) {
  int64_t behind = position + occupancy->alignment - 1;
  return occupancy->shift >= 0 ? behind >> occupancy->shift : behind / occupancy->alignment;
}

static void add_run(pme__set_occupancy *occupancy, int64_t start, run_width width, uint32_t weight) {
  occupancy->in_every_set = cut(occupancy->in_every_set + cut(width.whole) * weight);
  int64_t low = slot_at(occupancy, start), high = slot_at(occupancy, start + width.rest);
  if (low >= occupancy->slots) {
    low -= occupancy->slots;
    high -= occupancy->slots;
  }
  occupancy->steps[low] += weight;
  if (high > occupancy->slots) {
    occupancy->steps[0] += weight;
    high -= occupancy->slots;
  }
  occupancy->steps[high] -= weight;
}

void pme__set_occupancy_add_interval(pme__set_occupancy *occupancy, const pme__interval *interval) {
  add_run(occupancy, pme__floor_mod(interval->low, occupancy->span),
          width_of(occupancy, interval->high - interval->low), 1);
}

/* Distinct residues of a progression: after `period` steps it comes back. */
static int64_t period_of(int64_t step, int64_t span) { return span / pme__gcd(step % span, span); }

static double distinct_runs(const pme__set_occupancy *occupancy, const pme__strided_region *region) {
  double runs = 1;
  for (int i = 0; i < region->dimension_count; i++) {
    int64_t period = period_of(region->step[i], occupancy->span);
    runs *= (double)(region->count[i] < period ? region->count[i] : period);
  }
  return runs;
}

static void add_runs(pme__set_occupancy *occupancy, const pme__strided_region *region, run_width width, int dimensions,
                     int64_t start, int64_t weight) {
  if (dimensions == 0) {
    add_run(occupancy, start, width, (uint32_t)cut(weight));
    return;
  }
  int64_t step = region->step[dimensions - 1] % occupancy->span, period = period_of(step, occupancy->span);
  int64_t full = region->count[dimensions - 1] / period, rest = region->count[dimensions - 1] % period;
  int64_t runs = full ? period : rest;
  for (int64_t m = 0; m < runs; m++) {
    add_runs(occupancy, region, width, dimensions - 1, start, cut(weight * cut(full + (m < rest))));
    start += step;
    start -= start >= occupancy->span ? occupancy->span : 0;
  }
}

/* ---- regions with more runs than positions: box filters along the orbits of each step ---- */

static int64_t advance(int64_t y, int64_t step, int64_t span) {
  y += step;
  return y >= span ? y - span : y;
}

/* out[y] = sum over m < count of in[y - m * step]. */
static void repeat_points(const int32_t *in, int32_t *out, int64_t span, int64_t step, int64_t count) {
  step %= span;
  int64_t period = period_of(step, span), orbits = span / period;
  int64_t full = count / period, rest = count % period;
  for (int64_t orbit = 0; orbit < orbits; orbit++) {
    int64_t total = 0, sum = 0;
    for (int64_t i = 0, y = orbit; i < period && full; i++, y = advance(y, step, span))
      total = cut(total + in[y]);
    /* sum covers the `rest` points that end at y */
    int64_t tail = pme__floor_mod(orbit - (int64_t)((__int128)(rest - 1) * step % span), span);
    for (int64_t i = 0, y = tail; i < rest; i++, y = advance(y, step, span))
      sum += in[y];
    for (int64_t i = 0, y = orbit; i < period; i++) {
      out[y] = (int32_t)cut(cut(full) * total + sum);
      y = advance(y, step, span);
      if (rest) {
        sum += in[y] - in[tail];
        tail = advance(tail, step, span);
      }
    }
  }
}

/* Places the runs of the first dimension of the region one by one, if they are few; returns how many dimensions are
 * done. */
static int place_points(int32_t *points, int64_t span, int64_t pitch, const pme__strided_region *region) {
  points[0] = 1;
  if (region->dimension_count == 0 || region->count[0] > span / 4)
    return 0;
  int64_t step = region->step[0] / pitch % span;
  for (int64_t m = 1, y = 0; m < region->count[0]; m++) {
    y = advance(y, step, span);
    points[y]++;
  }
  return 1;
}

/* Runs of `width` positions begin at the points, point i at start + i * pitch: adds how many of them cover each slot.
 * Slots are a multiple of the pitch apart. */
static void add_windows(pme__set_occupancy *occupancy, const int32_t *points, int64_t start, int64_t pitch,
                        int64_t width) {
  int64_t places = occupancy->span / pitch, step = occupancy->alignment / pitch, rest = width % occupancy->span;
  int64_t total = 0, sum = 0;
  for (int64_t i = 0; i < places; i++)
    total = cut(total + points[i]);
  occupancy->in_every_set = cut(occupancy->in_every_set + cut(width / occupancy->span) * total);
  /* A run at x covers x .. x + rest - 1, so slot 0 sees the points behind -rest, up to 0. */
  int64_t last = pme__floor_divide(-start, pitch), before = pme__floor_divide(-rest - start, pitch);
  int64_t head = pme__floor_mod(last, places), tail = pme__floor_mod(before, places);
  for (int64_t i = before, at = tail; i < last; i++)
    sum += points[at = advance(at, 1, places)];
  uint32_t shown_before = 0;
  for (int64_t z = 0; z < occupancy->slots && rest; z++) {
    uint32_t here = (uint32_t)cut(sum);
    occupancy->steps[z] += here - shown_before;
    shown_before = here;
    for (int64_t i = 0; i < step; i++) {
      head = advance(head, 1, places);
      tail = advance(tail, 1, places);
      sum += points[head] - points[tail];
    }
  }
}

/* Rows start at distances that are multiples of this. */
static int64_t pitch_of(const pme__set_occupancy *occupancy, const pme__strided_region *region) {
  int64_t pitch = occupancy->span;
  for (int i = 0; i < region->dimension_count; i++)
    pitch = pme__gcd(pitch, region->step[i] % occupancy->span);
  return pitch;
}

static bool add_filtered(pme__set_occupancy *occupancy, const pme__strided_region *region) {
  int64_t pitch = pitch_of(occupancy, region), places = occupancy->span / pitch,
          start = pme__floor_mod(region->start, occupancy->span);
  int32_t *points = (int32_t *)pme_reallocate(NULL, 2 * (size_t)places * sizeof *points);
  if (!points)
    return false;
  memset(points, 0, (size_t)places * sizeof *points);
  int32_t *from = points, *to = points + places;
  for (int i = place_points(points, places, pitch, region); i < region->dimension_count; i++) {
    repeat_points(from, to, places, region->step[i] / pitch, region->count[i]);
    int32_t *swap = from;
    from = to;
    to = swap;
  }
  bool dense = occupancy->alignment % pitch == 0;
  if (dense)
    add_windows(occupancy, from, start, pitch, region->width);
  run_width width = width_of(occupancy, region->width);
  for (int64_t i = 0; i < places && !dense; i++)
    if (from[i])
      add_run(occupancy, pme__floor_mod(start + i * pitch, occupancy->span), width, (uint32_t)from[i]);
  pme_reallocate(points, 0);
  return true;
}

/* More runs than this are filtered. */
static double most_runs(const pme__set_occupancy *occupancy, const pme__strided_region *region) {
  return 2.0 * (double)(occupancy->span / pitch_of(occupancy, region));
}

bool pme__set_occupancy_add(pme__set_occupancy *occupancy, const pme__strided_region *region) {
  if (distinct_runs(occupancy, region) > most_runs(occupancy, region))
    return add_filtered(occupancy, region);
  add_runs(occupancy, region, width_of(occupancy, region->width), region->dimension_count,
           pme__floor_mod(region->start, occupancy->span), 1);
  return true;
}

double pme__set_occupancy_effort(const pme__set_occupancy *occupancy, const pme__strided_region *region) {
  double runs = distinct_runs(occupancy, region), most = most_runs(occupancy, region);
  return runs > most ? 6.0 * (double)(region->dimension_count + 1) * most : 4 * runs;
}

/* ---- reading ---- */

/* The first slot from z on, at most `end`, where one of the two counts changes; b may be NULL. */
static int64_t next_step(const uint32_t *a, const uint32_t *b, int64_t z, int64_t end) {
  for (; z + 2 <= end; z += 2) {
    uint64_t pair, other = 0;
    memcpy(&pair, a + z, sizeof pair);
    if (b)
      memcpy(&other, b + z, sizeof other);
    if (pair | other)
      break;
  }
  while (z < end && !a[z] && !(b && b[z]))
    z++;
  return z;
}

static uint32_t shown(uint32_t count, int64_t whole, int ways) {
  return count >= (uint32_t)ways || whole >= ways || count + (uint32_t)whole >= (uint32_t)ways
             ? (uint32_t)ways
             : count + (uint32_t)whole;
}

void pme__set_occupancy_histogram(const pme__set_occupancy *occupancy, int ways, double *hist) {
  double share = 1.0 / (double)occupancy->slots;
  uint32_t count = 0;
  for (int64_t z = 0; z < occupancy->slots;) {
    count += occupancy->steps[z];
    int64_t next = next_step(occupancy->steps, NULL, z + 1, occupancy->slots);
    hist[shown(count, occupancy->in_every_set, ways)] += (double)(next - z) * share;
    z = next;
  }
}

void pme__set_occupancy_others(const pme__set_occupancy *all, const pme__set_occupancy *own, int ways, double *others) {
  double total = 0;
  uint32_t lines = 0, mine = 0;
  for (int64_t z = 0; z < own->slots;) {
    mine += own->steps[z];
    int64_t next = next_step(own->steps, NULL, z + 1, own->slots);
    total += (double)(next - z) * ((double)mine + (double)own->in_every_set);
    z = next;
  }
  if (total == 0) {
    others[0] += 1;
    return;
  }
  mine = 0;
  for (int64_t z = 0; z < own->slots;) {
    lines += all->steps[z];
    mine += own->steps[z];
    int64_t next = next_step(all->steps, own->steps, z + 1, own->slots);
    double weight = (double)(next - z) * ((double)mine + (double)own->in_every_set);
    uint32_t count = shown(lines, all->in_every_set, ways + 1);
    others[count > 0 ? count - 1 : 0] += weight / total;
    z = next;
  }
}
