/* Candidates: every order of a nest by what footprints say of it. */
#include "order_candidates.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/advise/transform/order.h"

/* Lines an iteration that are left; waiting by footprints that tells nothing, against what is there and against the
 * least that there can be. */
static const double LEFT = 0.5, ALIKE = 1.1, LEAST = 1.05, WORTH = 0.9;
/* Orders that wait so much longer than the best, by footprints, are not predicted. */
static const double WORST_WAITS = 2;
/* Where the machine has no times: what misses of a level count more than those of the one before. */
static const double OUTER_COUNTS = 10;
/* Of a cache that a nest fills before lines leave: sets overflow before others are full, or what is used again comes
 * sooner. The mean of these. */
static const double filled[PME__FILLED_COUNT] = {0.45, 0.65, 0.9, 1.2};
/* Cycles each time that an innermost loop is entered (docs/model/advice.md). */
static const double ENTERED = 8;
enum { FILLED_COUNT = PME__FILLED_COUNT };

static bool is_outermost(const pme__wait_question *question, int level) {
  return level + 1 == question->machine->level_count;
}

/* `from_memory`: of a line, where there are times. */
static double cost_of(const pme__wait_question *question, int level, double from_memory) {
  if (!question->costs)
    return pow(OUTER_COUNTS, level);
  return is_outermost(question, level) ? from_memory : question->costs->scattered[level + 1];
}

/* As in time/loop_body.c and cost.c, of an iteration. */
static double compute_of(const pme__wait_question *question, const pme__footprint_nest *nest) {
  const pme_work *work = question->work;
  double operations = (double)(work->operations + nest->body->count), calls = (double)work->library;
  double cycles = (operations - calls) / question->costs->issue + calls * question->costs->library;
  if (pme__sums_up_innermost(nest)) {
    double chain = question->costs->chain * (double)(work->chain > 0 ? work->chain : 1);
    return fmax(cycles, chain / (1 + PME__WINDOW_OPERATIONS / (operations * nest->loops[nest->count - 1].trips)));
  }
  if (work->vector <= 1 || !pme__fits_vectors(nest))
    return cycles;
  return fmax(cycles, pme__cycles_of_vectors_in(nest, work->vector)) / (double)work->vector;
}

/* ... of the loop around one that is unrolled (time/unrolled_loop.c). */
static double compute_around(const pme__wait_question *question, const pme__footprint_nest *nest) {
  const pme_work *work = question->work;
  double times = nest->loops[nest->count - 1].trips, calls = times * (double)work->library;
  double operations = times * (double)work->operations + pme__accesses_left(nest);
  double cycles = (operations - calls) / question->costs->issue + calls * question->costs->library;
  return cycles / (double)(work->vector > 1 && pme__fits_vectors_around(nest) ? work->vector : 1);
}

/* Cycles of a line from the memory, in the mean over those that the nest comes to. */
static double from_memory(const pme__wait_question *question, const pme__footprint_nest *nest) {
  int levels = question->machine->level_count;
  pme__nest_streams streams;
  if (!question->costs)
    return 0;
  pme__estimate_streams(nest, &streams);
  pme__stream_lines *lines = &streams.foreseen;
  double all = lines->at_once + lines->in_turns, vector = pme__fits_vectors(nest) ? (double)question->work->vector : 1;
  if (all <= 0)
    return question->costs->scattered[levels];
  double operations = pme__count_iterations(nest) * (double)(question->work->operations + nest->body->count);
  lines->operations = operations / fmax(vector, 1) / all;
  pme__stream_time time = pme__time_of_streams(question->costs, levels, lines);
  double scattered = streams.scattered * question->costs->scattered[levels];
  return (time.streams + time.scattered + scattered) / (all + streams.scattered);
}

static double compute_and_enter(const pme__wait_question *question, const pme__footprint_nest *nest) {
  double entries = pme__count_entries(nest);
  if (question->costs && nest->is_unrolled)
    return entries * (ENTERED + nest->loops[nest->count - 2].trips * compute_around(question, nest));
  return question->costs ? entries * (ENTERED + nest->loops[nest->count - 1].trips * compute_of(question, nest)) : 0;
}

/* Translations that are gone from a buffer of so many: none up to half of those that are kept, all from twice as many
 * (time/memory_time.c); the mean of four buffers between. */
static double translations_of(const pme__wait_question *question, const pme__footprint_nest *nest, double entries) {
  static const double kept[] = {0.69, 1.06, 1.44, 1.81};
  enum { KEPT_COUNT = sizeof kept / sizeof *kept };
  double pages[KEPT_COUNT], misses[KEPT_COUNT], sum = 0;
  pme__footprint_nest in_pages = *nest;
  in_pages.line_bytes = (int64_t)question->costs->page_bytes;
  for (int i = 0; i < KEPT_COUNT; i++)
    pages[i] = kept[i] * entries;
  pme__estimate_misses(&in_pages, pages, KEPT_COUNT, misses);
  for (int i = 0; i < KEPT_COUNT; i++)
    sum += misses[i] / KEPT_COUNT;
  return sum;
}

static double walks_of(const pme__wait_question *question, const pme__footprint_nest *nest, bool all_kept) {
  const pme__costs *costs = question->costs;
  if (!costs || costs->walk <= 0)
    return 0;
  double hits = costs->hit > 0 ? translations_of(question, nest, all_kept ? INFINITY : costs->first_entries) : 0;
  return translations_of(question, nest, all_kept ? INFINITY : costs->page_entries) * costs->walk + hits * costs->hit;
}

static void fill_capacities(const pme__wait_question *question, double lines[]) {
  for (int l = 0; l < question->machine->level_count; l++) {
    const pme_cache_level *level = &question->machine->levels[l];
    int sharers = question->threads < level->shared_by ? question->threads : level->shared_by;
    for (int i = 0; i < FILLED_COUNT; i++)
      lines[l * FILLED_COUNT + i] =
          filled[i] * (double)(level->size_bytes / level->line_bytes) / (sharers > 1 ? sharers : 1);
  }
}

/* Of the misses of a level: where there are times, those that the next one has, which are waited for once. `misses` of
 * one share that is filled. */
static double lines_that_wait(const pme__wait_question *question, const double misses[], size_t level) {
  const double *here = misses + level * FILLED_COUNT;
  return is_outermost(question, (int)level) || !question->costs ? *here : *here - fmin(*here, here[FILLED_COUNT]);
}

pme__nest_waits pme__estimate_waits(const pme__wait_question *question, const pme__footprint_nest *nest) {
  int count = question->machine->level_count;
  double lines[PME_MAX_LEVELS * FILLED_COUNT], misses[PME_MAX_LEVELS * FILLED_COUNT];
  double always = compute_and_enter(question, nest) + walks_of(question, nest, false);
  double of_memory = from_memory(question, nest);
  pme__nest_waits out = {0};
  fill_capacities(question, lines);
  pme__estimate_misses(nest, lines, count * FILLED_COUNT, misses);
  for (int i = 0; i < FILLED_COUNT; i++) {
    out.filled[i] = always;
    for (int l = 0; l < count; l++)
      out.filled[i] += cost_of(question, l, of_memory) * lines_that_wait(question, misses + i, (size_t)l);
    out.mean += out.filled[i] / FILLED_COUNT;
  }
  return out;
}

/* Each line once, in every level, each page once, and as much to compute as by the order. */
static double least_waits(const pme__wait_question *question, const pme__footprint_nest *nest) {
  double costs = 0, all = INFINITY, lines;
  for (int l = question->costs ? question->machine->level_count - 1 : 0; l < question->machine->level_count; l++)
    costs += cost_of(question, l, question->costs ? question->costs->stream_together : 0);
  pme__estimate_misses(nest, &all, 1, &lines);
  return costs * lines + compute_and_enter(question, nest) + walks_of(question, nest, true);
}

static int by_lines(const void *a, const void *b) {
  const pme__order_candidate *x = a, *y = b;
  return x->lines != y->lines ? (x->lines < y->lines ? -1 : 1) : x->moved - y->moved;
}

static int by_waits(const void *a, const void *b) {
  const pme__order_candidate *x = a, *y = b;
  return x->waits != y->waits ? (x->waits < y->waits ? -1 : 1) : x->moved - y->moved;
}

static int innermost_of(const pme_nest_order *order) { return order->at[order->count - 1]; }

void pme__collect_orders(const pme__wait_question *question, const pme__nest_lines *body, const pme_nest_order *nest,
                         pme__order_candidates *out) {
  double trips[PME_MOST_NEST_LOOPS];
  pme__footprint_nest footprint;
  pme_nest_order order = *nest;
  out->count = 0;
  if (nest->count < 2) /* there is no other: what it costs, by pairs of accesses, is not asked */
    return;
  pme__find_trips(body->concrete, nest, trips);
  pme__footprint_of_order(body, nest, trips, &footprint);
  out->lines_now = pme__new_lines(body, nest->loops[nest->count - 1]);
  out->waits_now = pme__estimate_waits(question, &footprint).mean;
  out->waits_least = least_waits(question, &footprint);
  while (out->count < PME__MOST_ORDERS && pme__next_order(&order)) {
    pme__order_candidate *candidate = &out->all[out->count++];
    pme__footprint_of_order(body, &order, trips, &footprint);
    *candidate = (pme__order_candidate){.order = order,
                                        .lines = pme__new_lines(body, order.loops[innermost_of(&order)]),
                                        .waits = pme__estimate_waits(question, &footprint).mean};
    for (int p = 0; p < order.count; p++)
      candidate->moved += order.at[p] != p;
  }
  qsort(out->all, (size_t)out->count, sizeof *out->all, by_lines);
}

bool pme__goes_along_lines(const pme__order_candidates *all, const pme__order_candidate *candidate) {
  return all->lines_now >= 1 && candidate->lines <= LEFT * all->lines_now;
}

bool pme__is_good_order(const pme__order_candidates *all, const pme__order_candidate *candidate) {
  return pme__goes_along_lines(all, candidate) || candidate->waits < WORTH * all->waits_now ||
         (all->waits_now > LEAST * all->waits_least && candidate->waits < ALIKE * all->waits_now);
}

void pme__sort_for_trials(pme__order_candidates *inout) {
  pme__order_candidate sorted[PME__MOST_ORDERS];
  bool is_taken[PME__MOST_ORDERS] = {false};
  unsigned seen = 0;
  int count = 0, near = 0;
  qsort(inout->all, (size_t)inout->count, sizeof *inout->all, by_waits);
  while (near < inout->count && inout->all[near].waits <= WORST_WAITS * fmin(inout->all[0].waits, inout->waits_now))
    near++;
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < near; i++) {
      unsigned innermost = 1U << innermost_of(&inout->all[i].order);
      if (is_taken[i] || (round == 0 && (seen & innermost)))
        continue;
      seen |= innermost;
      is_taken[i] = true;
      sorted[count++] = inout->all[i];
    }
  for (int i = 0; i < count; i++)
    inout->all[i] = sorted[i];
  inout->count = count;
}
