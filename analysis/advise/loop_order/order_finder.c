/* Nests around innermost loops, their dependences, and what is said of the best order. */
#include "order_finder.h"

#include "analysis/advise/transform/library.h"

/* ---- the nest around an innermost loop ---- */

void pme__find_nest(const pme__order_finder *f, int shared, int inner, pme_nest_order *out) {
  const pme_program *program = pme_concrete_program(f->concrete);
  int loops[PME_MOST_NEST_LOOPS], count = 1;
  loops[0] = inner;
  for (int loop = inner; loop != shared && count < PME_MOST_NEST_LOOPS; count++) {
    int around = pme_program_node(program, loop)->parent;
    if (pme_program_node(program, around)->kind != PME_NODE_LOOP || !pme__holds_only(f->concrete, around, loop))
      break;
    loops[count] = loop = around;
  }
  *out = (pme_nest_order){.count = count};
  for (int p = 0; p < count; p++) {
    out->loops[p] = loops[count - 1 - p];
    out->at[p] = p;
  }
}

/* ---- legality ---- */

/* Of an order that is not legal: why. */
static void note_obstacle(const pme__nest_reading *nest, const pme__direction *reversed, pme_loop_order *out) {
  out->legality = reversed ? PME_ORDER_REVERSED : PME_ORDER_BOUNDS;
  out->from = reversed ? nest->accesses[reversed->from] : PME_NONE;
  out->to = reversed ? nest->accesses[reversed->to] : PME_NONE;
}

void pme__keep_legal_orders(const pme__nest_reading *nest, const pme__directions *directions, int dealt,
                            pme__order_candidates *all, pme_loop_order *out) {
  int kept = 0;
  bool is_good = false;
  for (int i = 0; i < all->count; i++) {
    const pme_nest_order *order = &all->all[i].order;
    bool is_bounded = pme__keeps_bounds(&nest->nest, order);
    const pme__direction *reversed = is_bounded ? pme__find_reversed(directions, order, dealt) : NULL;
    if (i == 0 && (!is_bounded || reversed))
      note_obstacle(nest, reversed, out);
    if (!is_bounded || reversed)
      continue;
    is_good = is_good || pme__is_good_order(all, &all->all[i]);
    all->all[kept++] = all->all[i];
  }
  all->count = is_good ? kept : 0;
}

pme_status pme__examine_nest(pme__order_finder *f, const pme_nest_order *nest, pme_loop_order *out) {
  const pme__polyhedra *polyhedra = pme__find_polyhedra();
  pme__nest_reading *reading = &f->reading;
  pme_status status = pme__read_nest(f->concrete, nest->loops[0], nest->loops[nest->count - 1], f->arena, reading);
  f->has_directions = false;
  if (status != PME_OK)
    return status;
  out->culprit = reading->culprit;
  out->legality = PME_ORDER_NOT_EXAMINED;
  if (reading->obstacle != PME__NEST_FREE)
    out->legality = pme__legality_of(reading->obstacle);
  else if (polyhedra &&
           polyhedra->find_directions(&reading->nest, PME__MOST_ORDER_OPERATIONS, &f->directions) != PME__EXAMINED)
    out->legality = PME_ORDER_OVER_BUDGET;
  else if (polyhedra) {
    out->legality = PME_ORDER_LEGAL;
    f->has_directions = true;
  }
  return PME_OK;
}

/* ---- the best ---- */

void pme__note_order_gain(const pme__order_question *question, const pme__order_trial *now,
                          const pme__order_trial *then, pme_loop_order *out) {
  pme__order_trial before = *now, after = *then;
  pme__take_lesser_gain(&before, &after);
  out->level = pme__telling_level(question, &before, &after);
  out->misses_now = before.levels[out->level].misses;
  out->misses_then = after.levels[out->level].misses;
  out->cycles_now = before.time.cycles;
  out->cycles_then = after.time.cycles;
}

void pme__note_best_order(const pme__order_candidate *best, pme_loop_order *out) {
  out->order = best->order;
  out->lines_then = best->lines;
  out->legality = PME_ORDER_LEGAL;
  out->from = out->to = PME_NONE;
}

pme__order_question pme__order_question_of(pme__order_finder *f, int shared) {
  return (pme__order_question){.program = pme_concrete_program(f->concrete),
                               .what_if = f->what_if,
                               .machine = f->prediction->machine,
                               .told = f->has_told ? &f->told : NULL,
                               .costs = f->has_costs ? &f->costs : NULL,
                               .loop = shared,
                               .is_deep = f->is_deep,
                               .left_effort = &f->left_effort};
}

bool pme__has_good_order(const pme__order_candidates *all) {
  for (int i = 0; i < all->count; i++)
    if (pme__is_good_order(all, &all->all[i]))
      return true;
  return false;
}
