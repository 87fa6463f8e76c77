/* Plans the search: a loop that hardly takes any of the function's time, of which hardly anything can be saved, or whose
 * threads race, is not searched for. */
#include "plan.h"

#include <math.h>

#include "analysis/core/tree.h"
#include "loop_body.h"

/* Of the weight of all loops of the function: what changes less is not noticed. */
static const double LIGHT = 0.01;
/* Cycles that misses usually take, where the machine says none (as of pme__is_notable). */
static const double CYCLES_OF_MISS = 10, CYCLES_OF_MEMORY = 100;

static double misses_and_accesses(const pme_loop_prediction *row, int level_count) {
  double cycles = row->levels[0].accesses + CYCLES_OF_MEMORY * row->levels[level_count - 1].misses;
  for (int l = 0; l + 1 < level_count; l++)
    cycles += CYCLES_OF_MISS * row->levels[l].misses;
  return cycles;
}

/* Even work, and one fetch for each line, on all cores that a change may ask for. */
static double bound_of(const pme_prediction *p, const pme__costs *costs, bool other_teams,
                       const pme__planned_loop *loop) {
  const pme_concrete_loop *present = &pme_concrete_node_at(p->concrete, loop->row->node)->u.loop;
  int threads = other_teams && p->machine->cores > present->threads ? p->machine->cores : present->threads;
  pme__loop_body body = pme__loop_body_of(p, loop->row->node);
  if (!costs || loop->now.cycles <= 0 || (body.is_innermost && present->chunk > 0))
    return 1;
  double least = pme__least_cycles(p, costs, loop->row->node, &loop->distribution, threads);
  return fmax(1 - least / loop->now.cycles, 0);
}

/* Even blocks of a loop that runs once keep together what an iteration shares with the next: no other schedule for as many
 * threads takes misses from private levels that are neither first touches nor due to others. */
static bool keeps_own_misses(const pme_prediction *p, bool other_teams, const pme__planned_loop *loop) {
  const pme_concrete_loop *present = &pme_concrete_node_at(p->concrete, loop->row->node)->u.loop;
  return present->schedule == PME_SCHEDULE_STATIC && present->chunk == 0 && !present->is_team &&
         loop->row->executions <= 1 && (!other_teams || present->threads >= p->machine->cores);
}

/* What is left of the misses at best. */
static void take_least(const pme_prediction *p, int threads, pme_reference_prediction *row) {
  double lines = row->levels[p->level_count - 1].cold;
  for (int l = 0; l < p->level_count; l++) {
    pme_misses *m = &row->levels[l];
    bool is_private = pme_machine_instances(p->machine, l, threads) >= threads;
    double left = fmin(m->misses, fmin(m->cold, lines) + (is_private ? m->self : 0));
    *m = (pme_misses){.accesses = m->accesses, .misses = left, .cold = left, .low = left, .high = left};
  }
}

static pme_status bound_schedules(const pme_prediction *p, const pme__costs *costs, bool other_teams, pme_arena *arena,
                                  pme__planned_loop *loop) {
  pme_prediction least = *p;
  pme__work_distribution even = loop->distribution;
  int threads = pme_concrete_node_at(p->concrete, loop->row->node)->u.loop.threads;
  pme_loop_time time;
  loop->bound_of_schedules = 1;
  if (!keeps_own_misses(p, other_teams, loop) || loop->now.cycles <= 0)
    return PME_OK;
  least.references = PME_ARENA_NEW(arena, pme_reference_prediction, p->reference_count);
  if (!least.references)
    return PME_NO_MEMORY;
  for (int r = 0; r < p->reference_count; r++) {
    least.references[r] = p->references[r];
    take_least(p, threads, &least.references[r]);
  }
  even.imbalance = 1;
  pme__cost_loop(&least, costs, loop->row->node, &even, NULL, &time);
  time.overhead = time.coherence = time.stores = 0;
  loop->bound_of_schedules = fmax(1 - pme__cycles_together(&time) / loop->now.cycles, 0);
  return PME_OK;
}

static pme_status weigh(const pme_prediction *p, const pme__costs *costs, bool other_teams, pme_arena *arena,
                        pme__planned_loop *loop) {
  bool is_sure;
  other_teams = other_teams && pme__is_alone_in_team(p->concrete, loop->row->node);
  loop->other_teams = other_teams;
  loop->weight = misses_and_accesses(loop->row, p->level_count);
  loop->bound = loop->bound_of_schedules = 1;
  loop->is_race = pme__race_of(p, loop->row->node, &is_sure) != PME_NONE;
  if (!costs)
    return PME_OK;
  if (!pme__work_distribution_of(p->concrete, loop->row->node, arena, &loop->distribution))
    return PME_NO_MEMORY;
  pme__cost_loop(p, costs, loop->row->node, &loop->distribution, NULL, &loop->now);
  loop->weight = loop->now.cycles;
  loop->bound = bound_of(p, costs, other_teams, loop);
  return bound_schedules(p, costs, other_teams, arena, loop);
}

static int outermost(const pme_prediction *p, int node) {
  while (pme_concrete_node_at(p->concrete, node)->parent != PME_NONE)
    node = pme_concrete_node_at(p->concrete, node)->parent;
  return node;
}

/* Advice on a loop may hang on that on another one, where no barrier is between (analysis/advise/matched.h). */
static void tie(const pme_prediction *p, pme__plan *plan) {
  for (int i = 0; i < plan->count; i++)
    for (int k = 0; k < plan->count; k++)
      if (k != i && pme_concrete_node_at(p->concrete, plan->loops[k].row->node)->u.loop.nowait &&
          outermost(p, plan->loops[i].row->node) == outermost(p, plan->loops[k].row->node))
        plan->loops[i].is_tied = plan->loops[k].is_tied = true;
}

static double most_saved(const pme__planned_loop *loop) { return loop->weight * loop->bound; }

static void put_in_order(pme__plan *plan) {
  for (int i = 0; i < plan->count; i++) {
    int to = i;
    for (; to > 0 && most_saved(&plan->loops[plan->order[to - 1]]) < most_saved(&plan->loops[i]); to--)
      plan->order[to] = plan->order[to - 1];
    plan->order[to] = i;
  }
}

pme_status pme__make_plan(const pme_prediction *prediction, const pme__costs *costs, bool other_teams,
                          const pme_loop_prediction *const *rows, int count, pme_arena *arena, pme__plan *out) {
  double all = 0;
  *out = (pme__plan){.count = count,
                     .loops = PME_ARENA_NEW(arena, pme__planned_loop, count),
                     .order = PME_ARENA_NEW(arena, int, count)};
  if (!out->loops || !out->order)
    return PME_NO_MEMORY;
  for (int i = 0; i < count; i++) {
    out->loops[i] = (pme__planned_loop){.row = rows[i]};
    pme_status status = weigh(prediction, costs, other_teams, arena, &out->loops[i]);
    if (status != PME_OK)
      return status;
    all += out->loops[i].weight;
  }
  tie(prediction, out);
  for (int i = 0; i < count; i++) {
    out->loops[i].share = all > 0 ? out->loops[i].weight / all : 1;
    out->loops[i].is_light = out->loops[i].share < LIGHT && !out->loops[i].is_tied;
  }
  put_in_order(out);
  return PME_OK;
}
