/* Orders in which the loop that is dealt out stands inside, with blocks of it in its place.
 *
 * A triangular product, b[i][j] += a[k][i] * b[k][j], has rows that need those below: of its three loops that of the columns
 * alone can be dealt out, and it is the one that goes along lines. Blocks of columns go to threads then, and in a block the
 * columns are innermost.
 */
#include "dealt_blocks.h"

#include "loop_tiles.h"
#include "nest_tiles.h"

enum { MOST_BLOCK_TRIALS = 2 };
/* Time by prediction that is left of what another advice leaves: it is the larger change of the source. */
static const double LEFT_OF_TIME = 0.8;

static bool is_for_blocks(const pme__order_finder *f, const pme_nest_order *order) {
  const pme__nest *nest = &f->reading.nest;
  bool is_plain = pme__keeps_bounds(nest, order) && !pme__find_reversed(&f->directions, order, 1);
  return order->at[0] != 0 && !is_plain && pme__allows_blocks(nest, &f->directions, order);
}

/* That waits least by footprints. */
static bool find_order(pme__order_finder *f, pme__tile_question *question, const pme_nest_order *nest,
                       pme_nest_order *best, pme__tilings *out) {
  pme_nest_order order = *nest;
  pme__tilings tilings;
  bool is_found = false;
  question->order = &order;
  while (pme__next_order(&order)) {
    if (!is_for_blocks(f, &order))
      continue;
    pme__collect_tilings(question, &tilings);
    if (tilings.count == 0 || (is_found && tilings.all[0].waits >= out->all[0].waits))
      continue;
    is_found = true;
    *best = order;
    *out = tilings;
  }
  return is_found;
}

static bool has_advice(const pme_loop_order *out) { return out->is_exchanged || out->tile_count > 0; }

/* Of what was advised before; without times that stays. */
static bool is_worth_it(const pme__order_finder *f, const pme_loop_order *out, const pme__tile_answer *answer) {
  double cycles = out->tile_count > 0 ? out->tile_cycles : out->cycles_then;
  return answer->is_found && (!has_advice(out) || (f->has_costs && answer->after.time.cycles < LEFT_OF_TIME * cycles));
}

static void note_blocks(pme__order_finder *f, const pme__tile_question *question, const pme__tile_answer *answer,
                        pme_loop_order *out) {
  const pme_nest_order *order = question->order;
  int cut = 0;
  while (order->at[cut] != 0)
    cut++;
  out->order = *order;
  out->block = answer->sizes[cut];
  out->legality = PME_ORDER_LEGAL;
  out->from = out->to = PME_NONE;
  out->is_exchanged = true;
  out->is_rectangular = out->is_unrolled = false;
  out->tile_count = 0;
  out->lines_then = pme__new_lines(&f->body, order->loops[order->at[order->count - 1]]);
  pme__note_order_gain(&question->trial, &answer->before, &answer->after, out);
}

pme_status pme__find_dealt_blocks(pme__order_finder *f, const pme__wait_question *wait, const pme_nest_order *nest,
                                  pme_loop_order *out) {
  pme__tile_question question = pme__tile_question_of(f, wait, out->node, nest);
  pme__tilings tilings;
  pme_nest_order order;
  pme__tile_answer answer;
  pme_status status = PME_OK;
  question.is_in_blocks = true;
  question.most_trials = f->is_deep ? question.most_trials : MOST_BLOCK_TRIALS;
  if (nest->loops[0] != out->node || pme__dealt_in(f->concrete, out->node, nest) != 1 ||
      !find_order(f, &question, nest, &order, &tilings) ||
      (has_advice(out) && tilings.all[0].waits >= LEFT_OF_TIME * f->advised_waits))
    return PME_OK;
  if (!pme__has_tried_as_it_stands(f, &question.trial, &status))
    return status;
  question.order = &order;
  question.before = &f->as_it_stands;
  status = pme__try_tilings(&question, &tilings, &answer);
  if (status == PME_OK && is_worth_it(f, out, &answer))
    note_blocks(f, &question, &answer, out);
  return status;
}
