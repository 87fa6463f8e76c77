/* Laying out regions. */
#include "block_area.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/base/integer.h"
#include "analysis/model/closed_form/area/set_occupancy.h"
#include "analysis/model/closed_form/area/set_occupancy_sparse.h"

/* Combs that are compared with each other. */
enum { MOST_COMPARED = 24 };
/* Rows that are joined one by one in any case. */
enum { FEW_ROWS = 1024 };

static bool any_overlap(const pme__comb *combs, int count) {
  if (count > MOST_COMPARED)
    return true;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (combs[i].start < combs[j].start + pme__comb_extent(&combs[j]) &&
          combs[j].start < combs[i].start + pme__comb_extent(&combs[i]))
        return true;
  return count == 1 && pme__comb_is_irregular(&combs[0]);
}

/* Joins the rows of combs one by one, into engine->intervals; returns their number, < 0: there are too many. */
static int join_rows(pme__engine *engine, const pme__comb *combs, int count) {
  double rows = 0;
  int intervals = 0;
  for (int i = 0; i < count; i++)
    rows += pme__comb_rows(&combs[i]);
  if (rows > PME__ENGINE_MOST_ROWS)
    return -1;
  for (int i = 0; i < count; i++)
    intervals = pme__comb_expand(&combs[i], engine->intervals, intervals);
  pme__engine_spend(engine, 20 * rows);
  return pme__intervals_join(engine->intervals, intervals);
}

/* Combs of different shapes that overlap: few rows are joined one by one. */
static bool lay_out_rows(pme__engine *engine, pme__circle *circle, const pme__comb *combs, int count) {
  int intervals = join_rows(engine, combs, count);
  for (int i = 0; i < intervals; i++)
    pme__circle_add_interval(circle, &engine->intervals[i]);
  return intervals >= 0;
}

static int by_measure(const void *left, const void *right) {
  double a = pme__comb_bound((const pme__comb *)left), b = pme__comb_bound((const pme__comb *)right);
  return (a < b) - (a > b);
}

/* Many rows: a comb most of which lies in larger ones is left out. */
static int drop_covered(pme__engine *engine, pme__comb *combs, int count, int64_t line) {
  int kept = 1;
  qsort(combs, (size_t)count, sizeof *combs, by_measure);
  for (int i = 1; i < count && pme__engine_can_go_on(engine); i++) {
    int compared = kept < MOST_COMPARED ? kept : MOST_COMPARED;
    pme__engine_spend(engine, 200.0 * compared);
    if (pme__comb_covered(&combs[i], combs, compared, line) <= 0.5)
      combs[kept++] = combs[i];
  }
  return kept;
}

static bool lay_out(pme__engine *engine, pme__circle *circle, pme__comb *combs, int count, int64_t line) {
  bool overlap = any_overlap(combs, count);
  if (!overlap || !lay_out_rows(engine, circle, combs, count)) {
    if (overlap)
      count = drop_covered(engine, combs, count, line);
    for (int i = 0; i < count; i++) {
      pme__engine_spend(engine, pme__circle_effort(circle, &combs[i]));
      if (engine->over_budget)
        return false;
      if (!pme__circle_add(circle, &combs[i])) {
        engine->no_memory = true;
        return false;
      }
    }
  }
  return true;
}

static bool fill(pme__engine *engine, pme__circle *circle, pme__layout *layout, uint32_t *steps) {
  pme__engine_spend(engine, 0.4 * (double)layout->units->span / (double)layout->alignment);
  pme__circle_start(circle, layout->units->span, layout->alignment, steps);
  return lay_out(engine, circle, layout->combs, layout->count, layout->units->line);
}

static void join(pme__engine *engine, pme__layout *layout) {
  double count = layout->count;
  pme__engine_spend(engine, count < 64 ? 5 * count * count : 300 * count);
  layout->count = pme__comb_join_all(layout->combs, layout->count);
}

/* So few rows that to join them one by one is less work than to join combs. */
static bool are_few(const pme__layout *layout) {
  double rows = 0;
  for (int i = 0; i < layout->count; i++)
    rows += pme__comb_rows(&layout->combs[i]);
  return rows <= FEW_ROWS && rows <= 2.0 * layout->count + MOST_COMPARED;
}

/* ---- memory of former layouts ---- */

static uint64_t mix(uint64_t h, uint64_t value) {
  h = (h ^ value) * UINT64_C(0xBF58476D1CE4E5B9);
  return h ^ h >> 29;
}

static uint64_t hash_of_comb(const pme__comb *comb, int64_t from, uint64_t seed) {
  uint64_t h = mix(mix(seed, (uint64_t)(comb->start - from)), (uint64_t)comb->width);
  for (int p = 0; p < comb->pair_count; p++)
    h = mix(mix(h, (uint64_t)comb->count[p]), (uint64_t)comb->step[p]);
  return h;
}

/* The lowest start, as a multiple of the alignment: vectors do not notice when everything moves by that. */
static int64_t origin_of(const pme__layout *layout) {
  int64_t lowest = layout->combs[0].start;
  for (int i = 1; i < layout->count; i++)
    if (layout->combs[i].start < lowest)
      lowest = layout->combs[i].start;
  return lowest - pme__floor_mod(lowest, layout->alignment);
}

/* `own` may be NULL. */
static uint64_t hash_of(const pme__layout *layout, const pme__comb *own, uint64_t seed) {
  /* Sums over combs: their order does not matter. */
  int64_t from = origin_of(layout);
  uint64_t sum = own ? mix(hash_of_comb(own, from, seed), 1) : 0;
  for (int i = 0; i < layout->count; i++)
    sum += hash_of_comb(&layout->combs[i], from, seed);
  return mix(mix(mix(sum, (uint64_t)layout->alignment), (uint64_t)layout->units->span), (uint64_t)layout->units->line);
}

/* The vector of a layout that was seen before; *found is false where it has to be made, into what is returned. */
static double *recall(pme__engine *engine, const pme__layout *layout, const pme__comb *own, bool *found) {
  uint64_t key = hash_of(layout, own, 1), check = hash_of(layout, own, 2);
  pme__layout_memo *memo = &engine->layouts[key % PME__ENGINE_LAYOUT_SLOTS];
  *found = memo->key == key && memo->check == check;
  memo->key = key;
  memo->check = check;
  if (!*found)
    memset(memo->vector, 0, (size_t)(engine->most + 1) * sizeof *memo->vector);
  return memo->vector;
}

/* One run alone brings more lines to each set than are counted. */
static bool is_full(const pme__engine *engine, const pme__layout *layout) {
  for (int i = 0; i < layout->count; i++)
    if (layout->combs[i].width / layout->units->span > engine->most)
      return true;
  return false;
}

/* False when the engine cannot go on. */
static bool make_histogram(pme__engine *engine, pme__layout *layout, double *out) {
  pme__circle circle;
  if (!are_few(layout))
    join(engine, layout);
  if (is_full(engine, layout)) {
    out[engine->most] = 1;
    return true;
  }
  if (!fill(engine, &circle, layout, engine->region_steps))
    return false;
  pme__circle_histogram(&circle, engine->most, out);
  return true;
}

void pme__layout_histogram(pme__engine *engine, pme__layout *layout, double *out) {
  bool found;
  double *vector = recall(engine, layout, NULL, &found);
  if (found || make_histogram(engine, layout, vector))
    memcpy(out, vector, (size_t)(engine->most + 1) * sizeof *out);
}

/* The first multiple of the alignment from a position on. */
static int64_t next_start(int64_t position, int64_t alignment) {
  int64_t rest = position % alignment;
  return position + (rest > 0 ? alignment - rest : -rest);
}

/* Where no line starts in the reused positions, all is moved until one does: at another place they are reused. */
static void meet_start(pme__layout *layout, pme__comb *own) {
  int64_t last = own->start + own->width - 1, start = next_start(own->start, layout->alignment);
  if (start <= last)
    return;
  own->start += start - last;
  for (int i = 0; i < layout->count; i++)
    layout->combs[i].start += start - last;
}

/* Few reused lines, and not too many rows around them. */
static bool find_nearby(pme__engine *engine, const pme__layout *layout, const pme__comb *own, double *out) {
  double rows = 0;
  int count = 0;
  for (int i = 0; i < layout->count; i++)
    rows += pme__comb_rows(&layout->combs[i]);
  if (rows > PME__ENGINE_MOST_ROWS ||
      rows * 16 * pme__comb_rows(own) > (double)layout->units->span / (double)layout->alignment)
    return false;
  if (any_overlap(layout->combs, layout->count))
    count = join_rows(engine, layout->combs, layout->count);
  else
    for (int i = 0; i < layout->count; i++)
      count = pme__comb_expand(&layout->combs[i], engine->intervals, count);
  pme__engine_spend(engine, 5 * rows * pme__comb_rows(own));
  return pme__nearby_others(engine->intervals, count, own, layout->units->span, layout->alignment, engine->most, out);
}

static bool make_others(pme__engine *engine, pme__layout *layout, const pme__comb *own, double *out) {
  pme__circle region, mine;
  pme__comb reused = *own;
  pme__layout own_layout = {layout->units, layout->alignment, &reused, 1};
  if (!are_few(layout))
    join(engine, layout);
  if (is_full(engine, layout)) {
    out[engine->most] = 1;
    return true;
  }
  if (find_nearby(engine, layout, own, out))
    return true;
  if (!fill(engine, &region, layout, engine->region_steps) || !fill(engine, &mine, &own_layout, engine->own_steps))
    return false;
  pme__circle_others(&region, &mine, engine->most, out);
  return true;
}

void pme__layout_others(pme__engine *engine, pme__layout *layout, const pme__comb *own, double *out) {
  bool found;
  pme__comb reused = *own;
  meet_start(layout, &reused);
  double *vector = recall(engine, layout, &reused, &found);
  if (found || make_others(engine, layout, &reused, vector))
    memcpy(out, vector, (size_t)(engine->most + 1) * sizeof *out);
}

static double ceil_divide(int64_t a, int64_t b) { return (double)(a / b + (a % b > 0)); }

/* Number of positions of the union, row by row; < 0: there are too many rows. */
static double measure_rows(pme__engine *engine, const pme__layout *layout) {
  double measure = 0, a = (double)layout->alignment;
  int intervals = join_rows(engine, layout->combs, layout->count);
  for (int i = 0; i < intervals; i++)
    measure += (ceil_divide(engine->intervals[i].high, layout->alignment) -
                ceil_divide(engine->intervals[i].low, layout->alignment)) *
               a;
  return intervals < 0 ? -1 : measure;
}

double pme__layout_measure(pme__engine *engine, pme__layout *layout) {
  double measure = 0;
  int64_t a = layout->alignment;
  if (any_overlap(layout->combs, layout->count)) {
    /* Joined combs cover a little more than what they are made of: first as they are. */
    measure = measure_rows(engine, layout);
    if (measure >= 0)
      return measure;
    measure = 0;
  }
  join(engine, layout);
  if (any_overlap(layout->combs, layout->count))
    return measure_rows(engine, layout);
  for (int i = 0; i < layout->count; i++)
    measure += pme__comb_measure_aligned(&layout->combs[i], a);
  return measure;
}
