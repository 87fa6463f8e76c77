/* Lines per set round the circle. */
#include "set_occupancy.h"

#include <string.h>

#include "pmecache/arena.h"

static int64_t modulo(int64_t a, int64_t m) {
  int64_t rest = a % m;
  return rest < 0 ? rest + m : rest;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b) {
  while (b) {
    int64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static int64_t cut(int64_t count) { return count < PME__CIRCLE_MOST_COUNT ? count : PME__CIRCLE_MOST_COUNT; }

void pme__circle_start(pme__circle *circle, int64_t span, int64_t alignment, uint32_t *steps) {
  *circle = (pme__circle){.span = span, .alignment = alignment, .slots = span / alignment, .steps = steps};
  memset(steps, 0, (size_t)(circle->slots + 2) * sizeof *steps);
}

static void add_run(pme__circle *circle, int64_t start, int64_t width, uint32_t weight) {
  int64_t turns = width / circle->span;
  circle->turns = cut(circle->turns + cut(turns) * weight);
  int64_t rest = width - turns * circle->span;
  int64_t low = (start + circle->alignment - 1) / circle->alignment;
  int64_t high = (start + rest + circle->alignment - 1) / circle->alignment;
  if (low >= circle->slots) {
    low -= circle->slots;
    high -= circle->slots;
  }
  circle->steps[low] += weight;
  if (high > circle->slots) {
    circle->steps[0] += weight;
    high -= circle->slots;
  }
  circle->steps[high] -= weight;
}

void pme__circle_add_interval(pme__circle *circle, const pme__interval *interval) {
  add_run(circle, modulo(interval->low, circle->span), interval->high - interval->low, 1);
}

/* Distinct residues of a progression: after `period` steps it comes back. */
static int64_t period_of(int64_t step, int64_t span) { return span / greatest_common_divisor(step % span, span); }

static double distinct_rows(const pme__circle *circle, const pme__comb *comb) {
  double rows = 1;
  for (int i = 0; i < comb->pair_count; i++) {
    int64_t period = period_of(comb->step[i], circle->span);
    rows *= (double)(comb->count[i] < period ? comb->count[i] : period);
  }
  return rows;
}

static void add_rows(pme__circle *circle, const pme__comb *comb, int pairs, int64_t start, int64_t weight) {
  if (pairs == 0) {
    add_run(circle, start, comb->width, (uint32_t)cut(weight));
    return;
  }
  int64_t step = comb->step[pairs - 1] % circle->span, period = period_of(step, circle->span);
  int64_t full = comb->count[pairs - 1] / period, rest = comb->count[pairs - 1] % period;
  int64_t rows = full ? period : rest;
  for (int64_t m = 0; m < rows; m++) {
    add_rows(circle, comb, pairs - 1, start, cut(weight * cut(full + (m < rest))));
    start += step;
    start -= start >= circle->span ? circle->span : 0;
  }
}

/* ---- combs with more rows than positions: box filters along the orbits of each step ---- */

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
    int64_t tail = modulo(orbit - (int64_t)((__int128)(rest - 1) * step % span), span);
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

/* Places the rows of the first pair of the comb one by one, if they are few; returns how many pairs are done. */
static int place_points(int32_t *points, int64_t span, int64_t pitch, const pme__comb *comb) {
  points[0] = 1;
  if (comb->pair_count == 0 || comb->count[0] > span / 4)
    return 0;
  int64_t step = comb->step[0] / pitch % span;
  for (int64_t m = 1, y = 0; m < comb->count[0]; m++) {
    y = advance(y, step, span);
    points[y]++;
  }
  return 1;
}

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/* Runs of `width` positions begin at the points, point i at start + i * pitch: adds how many of them cover each slot.
 * Slots are a multiple of the pitch apart. */
static void add_windows(pme__circle *circle, const int32_t *points, int64_t start, int64_t pitch, int64_t width) {
  int64_t places = circle->span / pitch, step = circle->alignment / pitch, rest = width % circle->span;
  int64_t total = 0, sum = 0;
  for (int64_t i = 0; i < places; i++)
    total = cut(total + points[i]);
  circle->turns = cut(circle->turns + cut(width / circle->span) * total);
  /* A run at x covers x .. x + rest - 1, so slot 0 sees the points behind -rest, up to 0. */
  int64_t last = floor_divide(-start, pitch), before = floor_divide(-rest - start, pitch);
  int64_t head = modulo(last, places), tail = modulo(before, places);
  for (int64_t i = before, at = tail; i < last; i++)
    sum += points[at = advance(at, 1, places)];
  uint32_t shown_before = 0;
  for (int64_t z = 0; z < circle->slots && rest; z++) {
    uint32_t here = (uint32_t)cut(sum);
    circle->steps[z] += here - shown_before;
    shown_before = here;
    for (int64_t i = 0; i < step; i++) {
      head = advance(head, 1, places);
      tail = advance(tail, 1, places);
      sum += points[head] - points[tail];
    }
  }
}

/* Rows start at distances that are multiples of this. */
static int64_t pitch_of(const pme__circle *circle, const pme__comb *comb) {
  int64_t pitch = circle->span;
  for (int i = 0; i < comb->pair_count; i++)
    pitch = greatest_common_divisor(pitch, comb->step[i] % circle->span);
  return pitch;
}

static bool add_filtered(pme__circle *circle, const pme__comb *comb) {
  int64_t pitch = pitch_of(circle, comb), places = circle->span / pitch, start = modulo(comb->start, circle->span);
  int32_t *points = (int32_t *)pme_reallocate(NULL, 2 * (size_t)places * sizeof *points);
  if (!points)
    return false;
  memset(points, 0, (size_t)places * sizeof *points);
  int32_t *from = points, *to = points + places;
  for (int i = place_points(points, places, pitch, comb); i < comb->pair_count; i++) {
    repeat_points(from, to, places, comb->step[i] / pitch, comb->count[i]);
    int32_t *swap = from;
    from = to;
    to = swap;
  }
  bool dense = circle->alignment % pitch == 0;
  if (dense)
    add_windows(circle, from, start, pitch, comb->width);
  for (int64_t i = 0; i < places && !dense; i++)
    if (from[i])
      add_run(circle, modulo(start + i * pitch, circle->span), comb->width, (uint32_t)from[i]);
  pme_reallocate(points, 0);
  return true;
}

/* More rows than this are filtered. */
static double most_rows(const pme__circle *circle, const pme__comb *comb) {
  return 2.0 * (double)(circle->span / pitch_of(circle, comb));
}

bool pme__circle_add(pme__circle *circle, const pme__comb *comb) {
  if (distinct_rows(circle, comb) > most_rows(circle, comb))
    return add_filtered(circle, comb);
  add_rows(circle, comb, comb->pair_count, modulo(comb->start, circle->span), 1);
  return true;
}

double pme__circle_effort(const pme__circle *circle, const pme__comb *comb) {
  double rows = distinct_rows(circle, comb), most = most_rows(circle, comb);
  return rows > most ? 6.0 * (double)(comb->pair_count + 1) * most : 4 * rows;
}

/* ---- reading ---- */

/* The first slot from z on, at most `end`, where one of the two circles steps; b may be NULL. */
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

static uint32_t shown(uint32_t count, int64_t turns, int ways) {
  return count >= (uint32_t)ways || turns >= ways || count + (uint32_t)turns >= (uint32_t)ways
             ? (uint32_t)ways
             : count + (uint32_t)turns;
}

void pme__circle_histogram(const pme__circle *circle, int ways, double *hist) {
  double share = 1.0 / (double)circle->slots;
  uint32_t count = 0;
  for (int64_t z = 0; z < circle->slots;) {
    count += circle->steps[z];
    int64_t next = next_step(circle->steps, NULL, z + 1, circle->slots);
    hist[shown(count, circle->turns, ways)] += (double)(next - z) * share;
    z = next;
  }
}

void pme__circle_others(const pme__circle *region, const pme__circle *own, int ways, double *others) {
  double total = 0;
  uint32_t lines = 0, mine = 0;
  for (int64_t z = 0; z < own->slots;) {
    mine += own->steps[z];
    int64_t next = next_step(own->steps, NULL, z + 1, own->slots);
    total += (double)(next - z) * ((double)mine + (double)own->turns);
    z = next;
  }
  if (total == 0) {
    others[0] += 1;
    return;
  }
  mine = 0;
  for (int64_t z = 0; z < own->slots;) {
    lines += region->steps[z];
    mine += own->steps[z];
    int64_t next = next_step(region->steps, own->steps, z + 1, own->slots);
    double weight = (double)(next - z) * ((double)mine + (double)own->turns);
    uint32_t count = shown(lines, region->turns, ways + 1);
    others[count > 0 ? count - 1 : 0] += weight / total;
    z = next;
  }
}
