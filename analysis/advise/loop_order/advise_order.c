/* One order of a nest: is it legal, what does it cost. */
#include "pmecache/order.h"

#include <string.h>

#include "analysis/advise/transform/library.h"
#include "changed/program_copy.h"
#include "order_legality.h"
#include "order_trial.h"

/* ---- what stands in the way ---- */

pme_order_legality pme__legality_of(pme__nest_obstacle obstacle) {
  switch (obstacle) {
  case PME__NEST_CARRIED:
    return PME_ORDER_CARRIED;
  case PME__NEST_DEPTH:
    return PME_ORDER_OVER_BUDGET;
  default:
    return PME_ORDER_HIDDEN;
  }
}

int pme__dealt_in(const pme_concrete *concrete, int shared, const pme_nest_order *nest) {
  const pme_concrete_loop *dealt = &pme_concrete_node_at(concrete, shared)->u.loop;
  int inside = dealt->depth + dealt->collapse - pme_concrete_node_at(concrete, nest->loops[0])->u.loop.depth;
  return inside < 0 ? 0 : inside > nest->count ? nest->count : inside;
}

static bool is_loop(const pme_program *program, int id) {
  return id >= 0 && id < pme_program_node_count(program) && pme_program_node(program, id)->kind == PME_NODE_LOOP;
}

/* Each loop stands in the one before, with nothing between, and comes once in the order. */
static bool is_nest(const pme_concrete *concrete, const pme_nest_order *order) {
  const pme_program *program = pme_concrete_program(concrete);
  unsigned seen = 0;
  for (int p = 0; p < order->count; p++) {
    int loop = order->loops[p];
    if (!is_loop(program, loop) || order->at[p] < 0 || order->at[p] >= order->count)
      return false;
    if (p > 0 && (pme_program_node(program, loop)->parent != order->loops[p - 1] ||
                  !pme__holds_only(concrete, order->loops[p - 1], loop)))
      return false;
    seen |= 1U << order->at[p];
  }
  return seen == (1U << order->count) - 1;
}

static pme_status find_legality(const pme_concrete *concrete, const pme_nest_order *order, pme_arena *arena,
                                pme_order_legality *out) {
  const pme__polyhedra *polyhedra = pme__find_polyhedra();
  int shared = pme__dealt_loop_of(pme_concrete_program(concrete), order->loops[order->count - 1]);
  pme__nest_reading reading;
  pme__directions directions;
  pme_status status = pme__read_nest(concrete, order->loops[0], order->loops[order->count - 1], arena, &reading);
  if (status != PME_OK)
    return status;
  *out = PME_ORDER_NOT_EXAMINED;
  if (reading.obstacle != PME__NEST_FREE)
    *out = pme__legality_of(reading.obstacle);
  else if (!pme__keeps_bounds(&reading.nest, order))
    *out = PME_ORDER_BOUNDS;
  else if (polyhedra &&
           polyhedra->find_directions(&reading.nest, PME__MOST_ORDER_OPERATIONS, &directions) != PME__EXAMINED)
    *out = PME_ORDER_OVER_BUDGET;
  else if (polyhedra)
    *out = pme__find_reversed(&directions, order, shared == PME_NONE ? 0 : pme__dealt_in(concrete, shared, order))
               ? PME_ORDER_REVERSED
               : PME_ORDER_LEGAL;
  return PME_OK;
}

/* ---- the answer ---- */

static pme_status compute(const pme_order_question *question, const pme_what_if *what_if, const pme_nest_order *order,
                          pme_order_answer *out) {
  pme__costs costs;
  pme__order_trial trial;
  bool is_dealt = pme_program_node(question->program, question->loop)->u.loop.parallel;
  pme__order_question asked = {.program = question->program,
                               .what_if = what_if,
                               .machine = question->machine,
                               .costs = is_dealt && pme__costs_of(question->machine, &costs) ? &costs : NULL,
                               .loop = question->loop};
  pme_status status = pme__try_order(&asked, order, &trial);
  if (status != PME_OK || !trial.is_answered)
    return status;
  out->is_computed = true;
  out->level_count = trial.level_count;
  memcpy(out->levels, trial.levels, sizeof trial.levels);
  out->cycles = trial.time.cycles;
  return PME_OK;
}

static bool is_identity(const pme_nest_order *order) {
  for (int p = 0; p < order->count; p++)
    if (order->at[p] != p)
      return false;
  return true;
}

pme_status pme_advise_order(const pme_order_question *question, const pme_nest_order *order, pme_order_answer *out) {
  static const pme_what_if nothing = {0};
  const pme_what_if *what_if = question->what_if ? question->what_if : &nothing;
  pme_concrete *concrete = NULL;
  pme_arena *arena = pme_arena_create();
  *out = (pme_order_answer){0};
  pme_status status = arena ? pme_concrete_create(question->program, what_if, &concrete, NULL) : PME_NO_MEMORY;
  if (status == PME_OK && (!is_loop(question->program, question->loop) || order->count < 0 ||
                           order->count > PME_MOST_NEST_LOOPS || !is_nest(concrete, order)))
    status = PME_BAD_ARGUMENT;
  if (status == PME_OK && !is_identity(order) &&
      pme_concrete_node_at(concrete, order->loops[order->count - 1])->modelled)
    status = find_legality(concrete, order, arena, &out->legality);
  else if (status == PME_OK && !is_identity(order))
    out->legality = PME_ORDER_HIDDEN;
  if (status == PME_OK && out->legality != PME_ORDER_BOUNDS)
    status = compute(question, what_if, order, out);
  pme_concrete_destroy(concrete);
  pme_arena_destroy(arena);
  return status;
}
