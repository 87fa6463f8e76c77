/* Tile sizes: powers of two, all of them by footprints, the best few by prediction of a program that has the tiles. */
#include "loop_tiles.h"

#include <math.h>
#include <string.h>

#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/unrolled_loop.h"
#include "changed/tiled_program.h"

enum { LEAST_SIZE = 8, MOST_SIZE = 512, SIZE_COUNT = 8 }; /* 8, 16, ... 512, all */
/* Waiting by footprints that is left. */
static const double WORTH_A_TRIAL = 0.97;
/* Time by prediction that is left, though compilers may make slower code of tiles: of what computes, a fifth is saved.
 * Blocks, which no directive makes, are to save that of any loop. */
static const double LEFT_OF_TIME = 0.9, LEFT_BY_BLOCKS = 0.8;
/* ... by tiles of twice the size. They need more of caches, whose lines predictions place better than a system places
 * pages, and which neighbours use, too. */
static const double LEFT_BY_LARGER = 0.97;

/* ---- by footprints ---- */

typedef struct sizing {
  const pme__tile_question *question;
  double trips[PME_MOST_NEST_LOOPS];
  pme__nest_waits now;
  pme__tilings *out;
} sizing;

static void add_loop(pme__footprint_nest *nest, const pme_concrete_loop *loop, double step, double trips,
                     bool is_inside) {
  nest->loops[nest->count++] = (pme__footprint_loop){loop->depth, step, trips, is_inside ? 0 : pme__first_of(loop)};
}

static pme__nest_waits waits_of(const sizing *s, const int64_t sizes[]) {
  const pme_nest_order *order = s->question->order;
  pme__footprint_nest nest = {.body = s->question->body, .line_bytes = s->question->body->line_bytes};
  for (int p = 0; p < order->count; p++) {
    const pme_concrete_loop *loop = &pme_concrete_node_at(nest.body->concrete, order->loops[order->at[p]])->u.loop;
    if (p < s->out->first)
      add_loop(&nest, loop, (double)loop->step, s->trips[order->at[p]], false);
    else if (sizes[p] > 0)
      add_loop(&nest, loop, (double)(loop->step * sizes[p]), ceil(s->trips[order->at[p]] / (double)sizes[p]), false);
  }
  for (int p = s->out->first; p < order->count; p++) {
    const pme_concrete_loop *loop = &pme_concrete_node_at(nest.body->concrete, order->loops[order->at[p]])->u.loop;
    double trips = s->trips[order->at[p]];
    add_loop(&nest, loop, (double)loop->step, sizes[p] > 0 ? fmin(trips, (double)sizes[p]) : trips, sizes[p] > 0);
  }
  nest.is_unrolled = s->question->is_unrolled;
  return pme__estimate_waits(&s->question->wait, &nest);
}

/* Two sizes that differ by a factor of two at most, in one loop alone. */
static bool are_neighbours(const pme_nest_order *order, const int64_t a[], const int64_t b[]) {
  int differing = 0;
  for (int p = 0; p < order->count; p++) {
    differing += a[p] != b[p];
    if (a[p] != b[p] && (a[p] == 0 || b[p] == 0 || a[p] > 2 * b[p] || b[p] > 2 * a[p]))
      return false;
  }
  return differing <= 1;
}

/* Into the list, best first; of neighbours the best alone. */
static void keep(const sizing *s, const int64_t sizes[], double waits) {
  pme__tilings *out = s->out;
  for (int i = 0; i < out->count; i++)
    if (out->all[i].waits <= waits && are_neighbours(s->question->order, out->all[i].sizes, sizes))
      return;
  int at = out->count < s->question->most_trials ? out->count++ : out->count - 1;
  if (at == out->count - 1 && out->count == s->question->most_trials && out->all[at].waits > 0 &&
      out->all[at].waits <= waits)
    return;
  for (; at > 0 && out->all[at - 1].waits > waits; at--)
    out->all[at] = out->all[at - 1];
  memcpy(out->all[at].sizes, sizes, sizeof out->all[at].sizes);
  out->all[at].waits = waits;
}

/* Of an innermost loop that is to be unrolled. */
static bool can_unroll(const sizing *s, int place, int64_t size) {
  const pme_nest_order *order = s->question->order;
  const pme_program *program = s->question->trial.program;
  const pme_work *work = s->question->wait.work;
  return size > 0 && size <= PME__MOST_UNROLLED_TRIPS &&
         size * (work->operations + s->question->body->count) <= PME__MOST_UNROLLED_OPERATIONS &&
         pme__are_whole_tiles(program, order->loops[order->at[place]], size);
}

static bool is_possible(const sizing *s, int place, int64_t size) {
  double trips = s->trips[s->question->order->at[place]];
  bool is_in_blocks = s->question->is_in_blocks, is_outermost = s->question->order->at[place] == 0;
  int least = (is_in_blocks ? is_outermost : place == 0) ? s->question->least_iterations : 0;
  if (is_in_blocks && is_outermost != (size > 0))
    return false;
  if (s->question->is_unrolled && place == s->question->order->count - 1 && !can_unroll(s, place, size))
    return false;
  if (size == 0)
    return least == 0;
  return (double)size < trips && ceil(trips / (double)size) >= least;
}

/* How much of a cache a nest fills is not known: one case in which tiles save a tenth will do. */
static bool is_worth_a_trial(const pme__nest_waits *now, const pme__nest_waits *then) {
  for (int i = 0; i < PME__FILLED_COUNT; i++)
    if (then->filled[i] < WORTH_A_TRIAL * now->filled[i])
      return true;
  return false;
}

static void try_sizes(const sizing *s, int place, int64_t sizes[], int cut) {
  const pme_nest_order *order = s->question->order;
  if (place == order->count) {
    pme__nest_waits waits = cut > 0 ? waits_of(s, sizes) : s->now;
    if (cut > 0 && is_worth_a_trial(&s->now, &waits))
      keep(s, sizes, waits.mean);
    return;
  }
  for (int i = 0; i < SIZE_COUNT; i++) {
    sizes[place] = i + 1 < SIZE_COUNT ? (int64_t)LEAST_SIZE << i : 0;
    if (is_possible(s, place, sizes[place]))
      try_sizes(s, place + 1, sizes, cut + (sizes[place] > 0));
  }
}

void pme__collect_tilings(const pme__tile_question *question, pme__tilings *out) {
  int64_t sizes[PME_MOST_NEST_LOOPS] = {0};
  sizing s = {.question = question, .out = out};
  const pme_nest_order *order = question->order;
  pme_nest_order before = *order;
  pme__footprint_nest now;
  memset(out, 0, sizeof *out);
  out->first =
      order->count > PME__MOST_TILED_LOOPS && !question->is_in_blocks ? order->count - PME__MOST_TILED_LOOPS : 0;
  for (int p = 0; p < order->count && question->is_in_blocks; p++)
    before.at[p] = p;
  pme__find_trips(question->body->concrete, order, s.trips);
  pme__footprint_of_order(question->body, &before, s.trips, &now);
  s.now = pme__estimate_waits(&question->wait, &now);
  out->waits_now = s.now.mean;
  try_sizes(&s, out->first, sizes, 0);
}

/* ---- by prediction ---- */

/* The chain of the innermost loop in this order. */
static pme_status find_chain(const pme__tile_question *question, double *chain) {
  pme_proposal proposal = {.loop = question->trial.loop, .alone = true, .order = *question->order};
  pme_what_if what_if = *question->trial.what_if;
  pme_concrete *concrete = NULL;
  what_if.proposal = &proposal;
  pme_status status = pme_concrete_create(question->trial.program, &what_if, &concrete, NULL);
  if (status == PME_OK)
    *chain = pme__chain_of(concrete, question->order->loops[question->order->count - 1]);
  pme_concrete_destroy(concrete);
  return status;
}

static pme_status try_tiling(const pme__tile_question *question, const pme__tiling *tiling, pme__order_trial *out) {
  pme__order_question tiled = question->trial;
  pme_program *program = pme__tile_program(question->trial.program, tiling, &tiled.loop);
  if (!program)
    return PME_NO_MEMORY;
  tiled.program = program;
  pme_status status = pme__try_order(&tiled, NULL, out);
  pme_program_destroy(program);
  return status;
}

/* Compilers make other code of tiles: what they gain has to be more than that. */
static bool pays(const pme__tile_question *question, pme__order_trial before, pme__order_trial after) {
  double blocks = question->is_in_blocks ? LEFT_BY_BLOCKS : 1;
  pme__take_lesser_gain(&before, &after);
  return !question->trial.costs ||
         (after.slower_code < LEFT_OF_TIME * before.time.cycles && after.time.cycles < blocks * before.time.cycles);
}

/* Of its time, as far as misses leave it open: what was looked at closely enough comes first. */
static double upper_end(const pme__order_trial *trial) { return trial->time.cycles * (1 + trial->time.spread); }

/* One more, against what is there and the best of those before; a larger one is to save time, not lines alone. */
static pme_status try_next(const pme__tile_question *question, const pme__tiling *tiling, bool is_larger,
                           pme__tile_answer *inout) {
  const pme__order_question *trial = &question->trial;
  pme__order_trial then;
  pme_status status = try_tiling(question, tiling, &then);
  if (status != PME_OK || !pme__is_better_order(trial, &inout->before, &then) || !pays(question, inout->before, then) ||
      (inout->is_found && pme__compare_orders(trial, &inout->before, &inout->after, &then) <= 0))
    return status;
  if (is_larger && trial->costs && upper_end(&then) > LEFT_BY_LARGER * upper_end(&inout->after))
    return PME_OK;
  inout->is_found = true;
  inout->after = then;
  memcpy(inout->sizes, tiling->sizes, sizeof inout->sizes);
  return PME_OK;
}

/* Footprints leave room in caches that a prediction may find to be there: loop by loop, tiles of twice the size, as long
 * as they are better. */
static pme_status try_larger(const pme__tile_question *question, pme__tiling *tiling, pme__tile_answer *inout) {
  sizing s = {.question = question};
  pme_status status = PME_OK;
  int left = question->most_trials;
  pme__find_trips(question->body->concrete, question->order, s.trips);
  for (int p = tiling->first; p < question->order->count; p++) {
    bool is_better = true;
    while (is_better && left > 0 && status == PME_OK) {
      memcpy(tiling->sizes, inout->sizes, sizeof tiling->sizes);
      tiling->sizes[p] *= 2;
      if (tiling->sizes[p] == 0 || !is_possible(&s, p, tiling->sizes[p]))
        break;
      left--;
      status = try_next(question, tiling, true, inout);
      is_better = inout->sizes[p] == tiling->sizes[p];
    }
  }
  return status;
}

pme_status pme__try_tilings(const pme__tile_question *question, const pme__tilings *tilings, pme__tile_answer *out) {
  pme__tiling tiling = {.order = question->order, .first = tilings->first, .is_in_blocks = question->is_in_blocks};
  out->is_found = false;
  pme_status status = find_chain(question, &tiling.chain);
  if (status == PME_OK && question->before)
    out->before = *question->before;
  else if (status == PME_OK)
    status = pme__try_order(&question->trial, question->order, &out->before);
  for (int i = 0; status == PME_OK && out->before.is_answered && i < tilings->count; i++) {
    memcpy(tiling.sizes, tilings->all[i].sizes, sizeof tiling.sizes);
    status = try_next(question, &tiling, false, out);
  }
  return status == PME_OK && out->is_found ? try_larger(question, &tiling, out) : status;
}
