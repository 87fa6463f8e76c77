/* Tiles of a nest: for caches in the order that it has, and for registers.
 *
 * Where the innermost loop has a few iterations in a tile, whose number the compiler knows, it is unrolled: what it does
 * not move stays in registers meanwhile, and the loop around it becomes vectors. That wants another loop innermost than
 * the one that goes along lines: in a product the sum.
 */
#include "nest_tiles.h"

#include "analysis/advise/time/loop_body.h"
#include "loop_tiles.h"

enum { MOST_TILE_TRIALS = 2, MOST_REGISTER_TRIALS = 1, LEAST_TILES = 4 };
/* Waiting by footprints, and time by prediction, that is left of those without: compilers make other code of it. */
static const double LEFT_OF_WAITS = 0.9, LEFT_OF_TIME = 0.8;

/* Each thread is to have some tiles of the loop that is dealt out, so that none waits for another one's last. */
static int least_iterations(const pme__order_finder *f, int shared, const pme_nest_order *order) {
  const pme_concrete_loop *dealt = &pme_concrete_node_at(f->concrete, shared)->u.loop;
  return order->loops[0] != shared ? 0 : dealt->threads > 1 ? LEAST_TILES * dealt->threads : 1;
}

bool pme__has_tried_as_it_stands(pme__order_finder *f, const pme__order_question *trial, pme_status *status) {
  *status = f->as_it_stands.is_answered ? PME_OK : pme__try_order(trial, NULL, &f->as_it_stands);
  return *status == PME_OK && f->as_it_stands.is_answered;
}

pme__tile_question pme__tile_question_of(pme__order_finder *f, const pme__wait_question *wait, int shared,
                                         const pme_nest_order *order) {
  return (pme__tile_question){.trial = pme__order_question_of(f, shared),
                              .wait = *wait,
                              .body = &f->body,
                              .order = order,
                              .before = f->in_order.is_answered ? &f->in_order : NULL,
                              .least_iterations = least_iterations(f, shared, order),
                              .most_trials = f->is_deep ? PME__MOST_TILINGS : MOST_TILE_TRIALS};
}

static void note_tiles(const pme__tile_question *question, int first, const pme__tile_answer *answer,
                       pme_loop_order *out) {
  double trips[PME_MOST_NEST_LOOPS];
  const pme_nest_order *order = question->order;
  pme__order_trial before = answer->before, after = answer->after;
  pme__take_lesser_gain(&before, &after);
  pme__find_trips(question->body->concrete, order, trips);
  out->tile_count = order->count - first;
  for (int p = first; p < order->count; p++) {
    int64_t size = answer->sizes[p];
    out->tile_sizes[p - first] = size > 0 ? size : (int64_t)trips[order->at[p]];
  }
  out->tile_level = pme__telling_level(&question->trial, &before, &after);
  out->tile_misses_before = before.levels[out->tile_level].misses;
  out->tile_misses = after.levels[out->tile_level].misses;
  out->tile_cycles_before = before.time.cycles;
  out->tile_cycles = after.time.cycles;
}

/* ---- in the order that it has ---- */

static void note_answer(const pme__tile_question *question, int first, const pme__tile_answer *answer,
                        pme_loop_order *out) {
  out->order = *question->order;
  out->legality = PME_ORDER_LEGAL;
  note_tiles(question, first, answer, out);
}

static bool may_cut(const pme__order_finder *f, int shared, const pme_nest_order *order, int first) {
  return pme__dealt_in(f->concrete, shared, order) <= 1 &&
         pme__allows_tiles(&f->reading.nest, &f->directions, order, first);
}

static pme_status find_for_caches(const pme__order_finder *f, const pme__tile_question *question,
                                  const pme__tilings *tilings, pme_loop_order *out) {
  pme__tile_answer answer;
  if (tilings->count == 0 || !may_cut(f, out->node, question->order, tilings->first))
    return PME_OK;
  pme_status status = pme__try_tilings(question, tilings, &answer);
  if (status == PME_OK && answer.is_found)
    note_answer(question, tilings->first, &answer, out);
  return status;
}

/* ---- for registers ---- */

/* The loop at a place goes innermost. */
static pme_nest_order with_innermost(const pme_nest_order *order, int place) {
  pme_nest_order moved = *order;
  for (int p = place; p + 1 < order->count; p++)
    moved.at[p] = order->at[p + 1];
  moved.at[order->count - 1] = order->at[place];
  return moved;
}

/* Whether copies of the innermost loop's body have something in common that the loop around it moves. */
static bool has_in_common(const pme__order_finder *f, const pme_nest_order *order) {
  int innermost = order->loops[order->at[order->count - 1]], around = order->loops[order->at[order->count - 2]];
  for (int k = 0; k < f->body.count; k++)
    if (pme__stride_along(f->concrete, f->body.ids[k], innermost) == 0 &&
        pme__stride_along(f->concrete, f->body.ids[k], around) != 0)
      return true;
  return false;
}

static bool is_legal(const pme__order_finder *f, int shared, const pme_nest_order *order) {
  return pme__keeps_bounds(&f->reading.nest, order) &&
         !pme__find_reversed(&f->directions, order, pme__dealt_in(f->concrete, shared, order));
}

/* Of orders with another loop innermost the one whose tiles wait least by footprints, where that is clearly less than
 * `waits`. */
static bool find_unrolled(pme__order_finder *f, const pme__tile_question *question, double waits, int shared,
                          pme_nest_order *best, pme__tilings *out) {
  bool is_found = false;
  for (int p = 0; p < question->order->count; p++) {
    pme_nest_order order = with_innermost(question->order, p);
    pme__tile_question asked = *question;
    pme__tilings tilings;
    if (order.count < 2 || !has_in_common(f, &order) || !is_legal(f, shared, &order))
      continue;
    asked.order = &order;
    asked.is_unrolled = true;
    asked.most_trials = f->is_deep ? question->most_trials : MOST_REGISTER_TRIALS;
    asked.least_iterations = least_iterations(f, shared, &order);
    pme__collect_tilings(&asked, &tilings);
    if (tilings.count == 0 || tilings.all[0].waits >= LEFT_OF_WAITS * waits ||
        !may_cut(f, shared, &order, tilings.first))
      continue;
    waits = tilings.all[0].waits / LEFT_OF_WAITS;
    is_found = true;
    *best = order;
    *out = tilings;
  }
  return is_found;
}

static void note_unrolled(pme__order_finder *f, const pme__tile_question *question, const pme__tilings *tilings,
                          const pme__tile_answer *answer, pme_loop_order *out) {
  const pme_nest_order *order = question->order;
  note_answer(question, tilings->first, answer, out);
  out->is_unrolled = true;
  out->is_exchanged = false;
  for (int p = 0; p < order->count; p++)
    out->is_exchanged = out->is_exchanged || order->at[p] != p;
  out->is_rectangular = pme__is_rectangular(&f->reading.nest, order, 0);
  out->lines_then = pme__new_lines(&f->body, order->loops[order->at[order->count - 1]]);
  out->from = out->to = PME_NONE;
  out->level = out->tile_level;
  out->misses_now = out->misses_then = out->tile_misses_before;
  out->cycles_now = out->cycles_then = out->tile_cycles_before;
}

static pme_status find_for_registers(pme__order_finder *f, const pme__tile_question *in_order, double waits,
                                     pme_loop_order *out, bool *is_found) {
  pme__tile_question question = *in_order;
  pme__tilings tilings;
  pme_nest_order order;
  pme__tile_answer answer;
  pme_status status = PME_OK;
  *is_found = false;
  if (!find_unrolled(f, in_order, waits, out->node, &order, &tilings))
    return PME_OK;
  if (!pme__has_tried_as_it_stands(f, &question.trial, &status))
    return status;
  question.order = &order;
  question.is_unrolled = true;
  question.most_trials = f->is_deep ? question.most_trials : MOST_REGISTER_TRIALS;
  question.least_iterations = least_iterations(f, out->node, &order);
  question.before = &f->as_it_stands;
  status = pme__try_tilings(&question, &tilings, &answer);
  *is_found = status == PME_OK && answer.is_found &&
              (!f->in_order.is_answered || answer.after.time.cycles < LEFT_OF_TIME * f->in_order.time.cycles);
  if (*is_found) {
    note_unrolled(f, &question, &tilings, &answer, out);
    f->advised_waits = tilings.all[0].waits;
  }
  return status;
}

/* ---- both ---- */

pme_status pme__find_tiles(pme__order_finder *f, const pme__wait_question *wait, const pme_nest_order *order,
                           pme_loop_order *out) {
  pme__tile_question question = pme__tile_question_of(f, wait, out->node, order);
  pme__tilings tilings;
  bool is_found = false;
  pme__collect_tilings(&question, &tilings);
  double waits = tilings.count > 0 ? tilings.all[0].waits : tilings.waits_now;
  f->advised_waits = tilings.waits_now;
  pme_status status = f->has_costs ? find_for_registers(f, &question, waits, out, &is_found) : PME_OK;
  if (status != PME_OK || is_found)
    return status;
  status = find_for_caches(f, &question, &tilings, out);
  f->advised_waits = out->tile_count > 0 ? waits : tilings.waits_now;
  return status;
}

bool pme__tiles_promise(pme__order_finder *f, const pme__wait_question *wait, int shared, const pme_nest_order *nest) {
  pme__tile_question question = pme__tile_question_of(f, wait, shared, nest);
  pme__tilings tilings;
  question.most_trials = 1;
  pme__collect_tilings(&question, &tilings);
  return tilings.count > 0;
}
