/* Pairs of loops: dependences between their bodies, then both programs predicted. */
#include "loop_fusion.h"

#include <stdlib.h>

#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/neighbours.h"
#include "changed/fused_program.h"
#include "order_legality.h"

/* Of the lines, at what they cost, as pme__saves_lines asks for. */
static const double LEAST_SAVED = 0.1;

/* ---- which loops ---- */

static bool are_same(const pme_affine *a, const pme_affine *b) {
  bool same = a->constant == b->constant && a->depth == b->depth && a->div_count == b->div_count;
  for (int d = 0; same && d < a->depth; d++)
    same = a->coefficients[d] == b->coefficients[d];
  for (int q = 0; same && q < a->div_count; q++)
    same = a->divs[q].coefficient == b->divs[q].coefficient && a->divs[q].denominator == b->divs[q].denominator &&
           are_same(a->divs[q].numerator, b->divs[q].numerator);
  return same;
}

static bool have_same_bounds(const pme_concrete_loop *a, const pme_concrete_loop *b) {
  bool same = a->first_count == b->first_count && a->last_count == b->last_count && a->step == b->step;
  for (int i = 0; same && i < a->first_count; i++)
    same = are_same(&a->firsts[i], &b->firsts[i]);
  for (int i = 0; same && i < a->last_count; i++)
    same = are_same(&a->lasts[i], &b->lasts[i]);
  return same;
}

static bool are_dealt_alike(const pme_concrete_loop *a, const pme_concrete_loop *b) {
  return a->parallel == b->parallel && a->threads == b->threads && a->schedule == b->schedule && a->chunk == b->chunk &&
         a->collapse == 1 && b->collapse == 1 && !a->ordered && !b->ordered && !a->is_team && !b->is_team;
}

/* The first access below `node` to this array, or to any that is accessed below `other`. */
static int find_common(const pme_program *program, int node, int array, int other) {
  const pme_node *n = pme_program_node(program, node);
  if (n->kind == PME_NODE_ACCESS && other != PME_NONE)
    return find_common(program, other, n->u.access.array, PME_NONE) == PME_NONE ? PME_NONE : node;
  if (n->kind == PME_NODE_ACCESS)
    return n->u.access.array == array ? node : PME_NONE;
  for (int id = n->first_child; id != PME_NONE; id = pme_program_node(program, id)->next_sibling) {
    int found = find_common(program, id, array, other);
    if (found != PME_NONE)
      return found;
  }
  return PME_NONE;
}

int pme__neighbour_of(const pme_concrete *concrete, int loop) {
  const pme_program *program = pme_concrete_program(concrete);
  int next = pme_program_node(program, loop)->next_sibling;
  if (next == PME_NONE || pme_program_node(program, next)->kind != PME_NODE_LOOP)
    return PME_NONE;
  const pme_concrete_node *a = pme_concrete_node_at(concrete, loop), *b = pme_concrete_node_at(concrete, next);
  return a->modelled && b->modelled && have_same_bounds(&a->u.loop, &b->u.loop) &&
                 are_dealt_alike(&a->u.loop, &b->u.loop) && find_common(program, next, PME_NONE, loop) != PME_NONE
             ? next
             : PME_NONE;
}

/* ---- legality ---- */

static void note_between(const pme__neighbours_reading *reading, const pme__direction *against, pme_loop_fusion *out) {
  out->legality = against ? PME_ORDER_REVERSED : PME_ORDER_LEGAL;
  out->from = against ? reading->first[against->from] : PME_NONE;
  out->to = against ? reading->second[against->to] : PME_NONE;
}

pme_status pme__examine_fusion(const pme_concrete *concrete, pme_arena *arena, pme_loop_fusion *out) {
  const pme__polyhedra *polyhedra = pme__find_polyhedra();
  bool is_dealt = pme_concrete_node_at(concrete, out->first)->u.loop.parallel;
  pme__neighbours_reading reading;
  pme__directions directions;
  pme_status status = pme__read_neighbours(concrete, out->first, out->second, arena, &reading);
  if (status != PME_OK)
    return status;
  out->culprit = reading.culprit;
  out->legality = PME_ORDER_NOT_EXAMINED;
  if (reading.obstacle != PME__NEST_FREE)
    out->legality = pme__legality_of(reading.obstacle);
  else if (polyhedra &&
           polyhedra->find_between(&reading.neighbours, PME__MOST_ORDER_OPERATIONS, &directions) != PME__EXAMINED)
    out->legality = PME_ORDER_OVER_BUDGET;
  else if (polyhedra)
    note_between(&reading, pme__find_between(&directions, reading.neighbours.common_count, is_dealt), out);
  return PME_OK;
}

/* ---- what it costs ---- */

static double waits_below(const pme_prediction *prediction, const pme__costs *costs, int loop, int other) {
  const pme_program *program = pme_concrete_program(prediction->concrete);
  double waits = 0;
  for (int r = 0; r < prediction->reference_count; r++) {
    const pme_reference_prediction *row = &prediction->references[r];
    bool counts = pme_subject_is_below(prediction->subject, row->node, loop) &&
                  (other == PME_NONE || find_common(program, row->node, PME_NONE, other) != PME_NONE);
    for (int l = 0; counts && row->modelled && l < prediction->level_count; l++)
      waits += row->levels[l].misses * costs->scattered[l + 1];
  }
  return waits;
}

/* What else they touch comes as often as before, or more often. */
bool pme__may_save_lines(const pme_prediction *prediction, const pme__costs *costs, int first, int second) {
  double all = waits_below(prediction, costs, first, PME_NONE) + waits_below(prediction, costs, second, PME_NONE);
  double common = waits_below(prediction, costs, first, second) + waits_below(prediction, costs, second, first);
  return common > LEAST_SAVED * all;
}

static pme_status try_pair(const pme__order_question *question, const pme_loop_fusion *pair, bool is_fused,
                           pme__order_trial *out) {
  int loops[2];
  pme__order_question asked = *question;
  pme_program *program = pme__fuse_program(question->program, pair->first, pair->second, is_fused, loops);
  if (!program)
    return PME_NO_MEMORY;
  asked.program = program;
  pme_status status = pme__try_loops(&asked, loops, loops[0] == loops[1] ? 1 : 2, out);
  pme_program_destroy(program);
  return status;
}

static void note_gain(const pme__order_question *question, pme__order_trial now, pme__order_trial then,
                      pme_loop_fusion *out) {
  pme__take_lesser_gain(&now, &then);
  out->level = pme__telling_level(question, &now, &then);
  out->misses_now = now.levels[out->level].misses;
  out->misses_then = then.levels[out->level].misses;
  out->cycles_now = now.time.cycles;
  out->cycles_then = then.time.cycles;
}

pme_loop_fusion pme__fusion_of(const pme_program *program, int first, int second) {
  return (pme_loop_fusion){.first = first,
                           .second = second,
                           .access = find_common(program, second, PME_NONE, first),
                           .from = PME_NONE,
                           .to = PME_NONE,
                           .culprit = PME_NONE};
}

static pme_status try_both(const pme__order_question *question, const pme_loop_fusion *pair, bool is_rough,
                           pme__order_trial *now, pme__order_trial *then) {
  pme__order_question asked = *question;
  asked.is_rough = is_rough;
  pme_status status = try_pair(&asked, pair, false, now);
  return status == PME_OK ? try_pair(&asked, pair, true, then) : status;
}

pme_status pme__try_fusion(const pme__order_question *question, bool *is_found, pme_loop_fusion *out) {
  pme__order_trial now, then;
  *is_found = false;
  pme_status status = try_both(question, out, true, &now, &then);
  if (status != PME_OK || !pme__waits_less(question, &now, &then))
    return status;
  status = try_both(question, out, false, &now, &then);
  if (status != PME_OK || !pme__is_better_order(question, &now, &then) || !pme__saves_lines(question, &now, &then))
    return status;
  note_gain(question, now, then, out);
  *is_found = true;
  return PME_OK;
}
