/* Counting the accesses of strata: iterators of loops with fixed ends are independent, and so are the places in a line
 * that each of them leads to. */
#include "lost_line_shares.h"

#include <string.h>

#include "analysis/base/integer.h"

enum {
  MOST_LINE_BYTES = 256,
  MOST_ENDS = 2048,             /* iterations at ends that are looked at one by one */
  LEAST_UNEVEN_ITERATIONS = 32, /* of a thread: where some have one more, that is taken for as many */
  LEAST_MOVED = 8               /* times as many as ends: of shorter loops points lie there often enough */
};
/* Below, rounding is all that there is. */
static const double LEAST_SHARE = 1e-12;

typedef pme__lost_line_strata line_strata;
typedef pme__tree_node tree_node;

pme__lost_line_kind pme__lost_line_kind_of(int stratum) {
  static const pme__lost_line_kind kinds[PME__LOST_LINE_STRATA] = {
      [PME__LOST_INSIDE] = PME__LOST_KIND_REST,   [PME__LOST_LEADER] = PME__LOST_KIND_REST,
      [PME__LOST_EDGE] = PME__LOST_KIND_EDGE,     [PME__LOST_INSIDE_EDGE] = PME__LOST_KIND_EDGE,
      [PME__LOST_BORDER] = PME__LOST_KIND_BORDER, [PME__LOST_INSIDE_BORDER] = PME__LOST_KIND_BORDER,
      [PME__LOST_FIRST] = PME__LOST_KIND_FIRST,   [PME__LOST_INSIDE_FIRST] = PME__LOST_KIND_FIRST};
  return kinds[stratum];
}

static int64_t floor_modulo(int64_t a, int64_t b) {
  int64_t rest = a % b;
  return rest < 0 ? rest + b : rest;
}

/* ---- where ends are fixed ---- */

static int64_t trips_of(const tree_node *loop) { return loop->maximum - loop->minimum + 1; }

static bool is_even_enough(const tree_node *loop) {
  int64_t trips = trips_of(loop);
  return trips % loop->threads == 0 || trips <= loop->threads || trips / loop->threads >= LEAST_UNEVEN_ITERATIONS;
}

static bool has_fixed_ends(const pme__tree_reference *reference, int level) {
  const tree_node *loop = reference->path[level];
  bool is_shared = loop->distribution != PME__DISTRIBUTION_NONE;
  if (!loop->constant || loop->values || loop->collapsed || loop->one_thread || trips_of(loop) < 1)
    return false;
  return !is_shared || (level == reference->worksharing_level && loop->distribution != PME__DISTRIBUTION_DYNAMIC &&
                        is_even_enough(loop));
}

/* What says nothing of where in its lines a phase makes the access: loops around it, and guards that let all of it
 * through or nothing, as those of buffers that take turns. `settled`: iterators that have one value in a phase. */
static bool is_alike_in_phase(const pme__tree_reference *reference, int level, uint32_t settled) {
  const tree_node *loop = reference->path[level];
  bool is_plain =
      loop->distribution == PME__DISTRIBUTION_NONE && !loop->values && !loop->collapsed && !loop->one_thread;
  return is_plain && (reference->still >> level & 1) &&
         (level < reference->phase_level || (loop->most_trips <= 1 && !(loop->bound_uses & ~settled)));
}

static int threads_of(const tree_node *loop) {
  return loop->distribution == PME__DISTRIBUTION_NONE ? 1 : loop->threads;
}

static bool are_few(const tree_node *loop, int64_t near) { return !loop || 2 * near * threads_of(loop) <= MOST_ENDS; }

static bool can_count(const line_strata *strata, int64_t line_bytes) {
  const pme__tree_reference *reference = strata->reference;
  if (line_bytes > MOST_LINE_BYTES || reference->pitch_bytes != 0 || !are_few(strata->along, strata->near) ||
      !are_few(strata->block, strata->border))
    return false;
  int phase_depth = reference->phase_level < 0 ? 0 : reference->path[reference->phase_level]->depth;
  uint32_t settled = (UINT32_C(1) << phase_depth) - 1;
  for (int level = 0; level < reference->path_length; level++)
    if (is_alike_in_phase(reference, level, settled))
      settled |= UINT32_C(1) << reference->path[level]->depth;
    else if (!has_fixed_ends(reference, level))
      return false;
  return true;
}

/* ---- ends of loops ---- */

/* Iterations first .. end - 1 of a thread, by their places in a line: adds `weight` for each. Returns how many they are. */
static double add_run(pme__tree_range range, int64_t first, int64_t end, int64_t coefficient, int64_t line_bytes,
                      double weight, double *places) {
  for (int64_t n = first; n < end; n++)
    places[floor_modulo(coefficient % line_bytes * ((range.first + n * range.step) % line_bytes), line_bytes)] +=
        weight;
  return end > first ? (double)(end - first) : 0;
}

/* The same of the first `front` and the last `back` iterations of all threads. */
static double add_ends(const tree_node *loop, int64_t front, int64_t back, int64_t coefficient, int64_t line_bytes,
                       double weight, double *places) {
  static const int64_t no_iterators[PME__TREE_MAX_LOOPS];
  double found = 0;
  for (int thread = 0; thread < threads_of(loop); thread++) {
    pme__tree_range range = pme__tree_range_of(loop, no_iterators, thread);
    int64_t behind = front < range.trips ? front : range.trips, last = range.trips - back;
    found += add_run(range, 0, behind, coefficient, line_bytes, weight, places);
    found += add_run(range, last > behind ? last : behind, range.trips, coefficient, line_bytes, weight, places);
  }
  return found;
}

static double share_of_ends(const tree_node *loop, int64_t near) {
  double places[MOST_LINE_BYTES] = {0};
  return add_ends(loop, near, near, 0, 1, 0, places) / (double)trips_of(loop);
}

/* ---- shares of kinds ---- */

static double share_of_firsts(const line_strata *strata) {
  const pme__tree_reference *reference = strata->reference;
  double share = strata->at_rest ? 1 : 0;
  for (int level = 0; level < reference->path_length; level++)
    if (strata->at_rest >> level & 1) {
      int64_t trips = trips_of(reference->path[level]), firsts = threads_of(reference->path[level]);
      share *= firsts < trips ? (double)firsts / (double)trips : 1;
    }
  return share;
}

static int level_of(const pme__tree_reference *reference, const tree_node *loop) {
  int level = reference->path_length - 1;
  while (level >= 0 && reference->path[level] != loop)
    level--;
  return level;
}

static void find_kinds(const line_strata *strata, double kinds[PME__LOST_LINE_KINDS]) {
  double first = share_of_firsts(strata), border = strata->block ? share_of_ends(strata->block, strata->border) : 0;
  double edge = strata->along ? share_of_ends(strata->along, strata->near) : 0;
  bool rests = strata->block && (strata->at_rest >> level_of(strata->reference, strata->block) & 1);
  border = rests ? border - first : border * (1 - first);
  if (strata->along && strata->along == strata->block)
    edge = edge * (1 - first) - border; /* borders are edges, too */
  else
    edge *= 1 - first - border;
  kinds[PME__LOST_KIND_FIRST] = first;
  kinds[PME__LOST_KIND_BORDER] = border;
  kinds[PME__LOST_KIND_EDGE] = edge;
  kinds[PME__LOST_KIND_REST] = 1 - first - border - edge;
}

/* ---- places in a line ---- */

static void add_all(const tree_node *loop, int64_t coefficient, int64_t line_bytes, double *places) {
  int64_t trips = trips_of(loop), step = floor_modulo(coefficient, line_bytes);
  int64_t period = step ? line_bytes / pme__gcd(step, line_bytes) : 1;
  int64_t place = floor_modulo(step * floor_modulo(loop->minimum, line_bytes), line_bytes);
  for (int64_t n = 0; n < period && n < trips; n++, place = (place + step) % line_bytes)
    places[place] += (double)((trips - 1 - n) / period + 1);
}

/* Of the first and last iterations those that are in no border, and are no first ones: these come to their lines. */
static void find_edges(const line_strata *strata, int64_t coefficient, int64_t line_bytes, double *places) {
  add_ends(strata->along, strata->near, strata->near, coefficient, line_bytes, 1, places);
  if (strata->along == strata->block)
    add_ends(strata->along, strata->border, strata->border, coefficient, line_bytes, -1, places);
  else
    add_ends(strata->along, 1, 0, coefficient, line_bytes, -1, places);
}

/* Of the iterations of a level that a kind has. */
static void find_level(const line_strata *strata, int level, pme__lost_line_kind kind, int64_t line_bytes,
                       double *places) {
  const tree_node *loop = strata->reference->path[level];
  int64_t coefficient = pme__tree_coefficient(&strata->reference->offset, loop->depth);
  bool is_along = loop == strata->along, is_block = loop == strata->block;
  if (kind == PME__LOST_KIND_BORDER && is_block) {
    add_ends(loop, strata->border, strata->border, coefficient, line_bytes, 1, places);
    return;
  }
  if (kind == PME__LOST_KIND_EDGE && is_along) {
    find_edges(strata, coefficient, line_bytes, places);
    return;
  }
  bool is_without_ends = kind == PME__LOST_KIND_REST || kind == PME__LOST_KIND_EDGE;
  add_all(loop, coefficient, line_bytes, places);
  if (is_without_ends && (is_along || is_block) && !(strata->at_rest >> level & 1)) {
    int64_t near = is_along ? strata->near : strata->border;
    add_ends(loop, near, near, coefficient, line_bytes, -1, places);
  }
}

static void convolve(const double *level, int64_t line_bytes, double *places) {
  double sum[MOST_LINE_BYTES] = {0}, all = 0;
  for (int64_t at = 0; at < line_bytes; at++)
    all += level[at];
  for (int64_t at = 0; at < line_bytes; at++)
    for (int64_t from = 0; level[at] > 0 && from < line_bytes; from++)
      sum[(from + at) % line_bytes] += places[from] * level[at] / all;
  memcpy(places, sum, (size_t)line_bytes * sizeof *places);
}

/* The share of the kind's accesses that lie at each byte of a line, arrays beginning at 0. */
static void find_places(const line_strata *strata, pme__lost_line_kind kind, int64_t line_bytes, double *places) {
  const pme__tree_reference *reference = strata->reference;
  places[floor_modulo(reference->offset.constant, line_bytes)] = 1;
  for (int level = 0; level < reference->path_length; level++) {
    double own[MOST_LINE_BYTES] = {0};
    if (reference->still >> level & 1)
      continue;
    find_level(strata, level, kind, line_bytes, own);
    convolve(own, line_bytes, places);
  }
}

/* An access at `place` comes to its line: the iteration before was in another one. */
static bool comes_from_before(const line_strata *strata, int64_t place, int64_t line_bytes) {
  int64_t before = place - strata->stride_bytes;
  return before < 0 || before >= line_bytes;
}

static double share_that_comes(const line_strata *strata, const double *places, int64_t base, int64_t line_bytes) {
  double share = 0;
  for (int64_t at = 0; at < line_bytes; at++)
    if (comes_from_before(strata, (at + base) % line_bytes, line_bytes))
      share += places[at];
  return share;
}

static double mean_that_comes(const line_strata *strata, pme__lost_line_kind kind, const pme__loop_tree *program,
                              const int64_t *group_bases, int placements, int64_t line_bytes) {
  const pme__tree_array *array = &program->arrays[strata->reference->array];
  double places[MOST_LINE_BYTES] = {0}, sum = 0;
  int64_t last = -1;
  double share = 0;
  find_places(strata, kind, line_bytes, places);
  for (int j = 0; j < placements; j++) {
    int64_t base = array->base_bytes;
    base += array->known ? 0 : group_bases[(ptrdiff_t)j * program->group_count + array->group];
    base = floor_modulo(base, line_bytes);
    share = base == last ? share : share_that_comes(strata, places, base, line_bytes);
    last = base;
    sum += share;
  }
  return sum / placements;
}

/* Of the edges those that are the first iteration of their row. */
static double share_of_first_edges(const line_strata *strata) {
  double places[MOST_LINE_BYTES] = {0};
  if (strata->along == strata->block) /* they are borders */
    return 0;
  double firsts = add_ends(strata->along, 1, 0, 0, 1, 0, places);
  return firsts / add_ends(strata->along, strata->near, strata->near, 0, 1, 0, places);
}

static double above_rounding(double share) { return share > LEAST_SHARE ? share : 0; }

void pme__lost_line_find_shares(line_strata *strata, const pme__loop_tree *program, const int64_t *group_bases,
                                int placements, int64_t line_bytes) {
  static const int coming[PME__LOST_LINE_KINDS] = {PME__LOST_LEADER, PME__LOST_EDGE, PME__LOST_BORDER, PME__LOST_FIRST};
  static const int staying[PME__LOST_LINE_KINDS] = {PME__LOST_INSIDE, PME__LOST_INSIDE_EDGE, PME__LOST_INSIDE_BORDER,
                                                    PME__LOST_INSIDE_FIRST};
  double kinds[PME__LOST_LINE_KINDS];
  strata->has_shares = can_count(strata, line_bytes);
  if (!strata->has_shares)
    return;
  find_kinds(strata, kinds);
  for (int kind = 0; kind < PME__LOST_LINE_KINDS; kind++) {
    bool is_split = strata->along && kinds[kind] > LEAST_SHARE;
    double comes = is_split ? mean_that_comes(strata, kind, program, group_bases, placements, line_bytes) : 1;
    double first = is_split && kind == PME__LOST_KIND_EDGE ? share_of_first_edges(strata) : 0;
    comes = first + (1 - first) * comes;
    strata->shares[staying[kind]] = above_rounding(kinds[kind] * (1 - comes));
    strata->shares[coming[kind]] = above_rounding(kinds[kind] * comes);
  }
}

/* ---- members ---- */

/* To one of the first and last `near` iterations of the thread. Points of odd and of even numbers are mirrored: that
 * evens out rounding. */
static void move_to_end(const tree_node *loop, int64_t near, int64_t number, pme__walk_instance *instance) {
  pme__tree_range range = pme__tree_range_of(loop, instance->iterators, instance->thread);
  int64_t at = (instance->iterators[loop->depth] - range.first) / range.step, ends = 2 * near;
  if (range.trips <= LEAST_MOVED * ends)
    return;
  at = number % 2 ? range.trips - 1 - at : at;
  at = (int64_t)((double)at / (double)range.trips * (double)ends);
  at = at < near ? at : range.trips - ends + at;
  instance->iterators[loop->depth] = range.first + at * range.step;
}

static void move_to_first(const line_strata *strata, pme__walk_instance *instance) {
  const pme__tree_reference *reference = strata->reference;
  for (int level = 0; level < reference->path_length; level++) {
    const tree_node *loop = reference->path[level];
    if (strata->at_rest >> level & 1)
      instance->iterators[loop->depth] = pme__tree_range_of(loop, instance->iterators, instance->thread).first;
  }
}

/* Back to the iteration that came to the line, where every line has as many. */
static void move_to_leader(const line_strata *strata, const pme__level_state *state, pme__walk_instance *instance) {
  int64_t line_bytes = pme__level_state_filter(state)->line_bytes, stride = strata->stride_bytes;
  pme__tree_range range = pme__tree_range_of(strata->along, instance->iterators, instance->thread);
  if (line_bytes % stride != 0 || range.step != 1 || range.trips <= LEAST_MOVED * strata->near)
    return;
  int64_t place = pme__walk_address(state, instance) & (line_bytes - 1);
  int64_t steps = stride > 0 ? place / stride : (line_bytes - 1 - place) / -stride;
  if (instance->iterators[strata->along->depth] - steps >= range.first)
    instance->iterators[strata->along->depth] -= steps;
}

void pme__lost_line_move(const line_strata *strata, const pme__level_state *state, int stratum, int64_t number,
                         pme__walk_instance *instance) {
  pme__lost_line_kind kind = pme__lost_line_kind_of(stratum);
  if (kind == PME__LOST_KIND_EDGE)
    move_to_end(strata->along, strata->near, number, instance);
  if (kind == PME__LOST_KIND_BORDER)
    move_to_end(strata->block, strata->border, number, instance);
  if (kind == PME__LOST_KIND_FIRST)
    move_to_first(strata, instance);
  bool comes = !pme__stays_in_line(stratum) && kind != PME__LOST_KIND_EDGE;
  if (comes && strata->along && !(kind == PME__LOST_KIND_BORDER && strata->along == strata->block))
    move_to_leader(strata, state, instance);
}
