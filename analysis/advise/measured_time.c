/* The time of loops that a run has measured: the cost model of all others on its misses. What the model has not read of
 * a loop, its body or its accesses, is what the run has beyond what was read. */
#include <math.h>

#include "analysis/advise/time/cost.h"
#include "pmecache/advice.h"

/* Chains of loads and branches that are guessed wrong are not known without a trace: so much of the time is open. */
static const double OPEN_OF_MEASURED = 0.5;

typedef struct unread {
  double accesses, misses[PME_MAX_LEVELS];
} unread;

static unread unread_of(const pme_prediction *p, const pme_loop_prediction *loop) {
  unread rest = {.accesses = loop->levels[0].accesses};
  for (int l = 0; l < p->level_count; l++)
    rest.misses[l] = loop->levels[l].misses;
  for (int i = 0; i < p->reference_count; i++) {
    const pme_reference_prediction *row = &p->references[i];
    if (!row->modelled || !pme_subject_is_below(p->subject, row->node, loop->node))
      continue;
    rest.accesses -= row->levels[0].accesses;
    for (int l = 0; l < p->level_count; l++)
      rest.misses[l] -= row->levels[l].misses;
  }
  return rest;
}

/* Of an access an operation and, where it misses, a line that no prefetcher foresees. */
static void add_unread(const pme_prediction *p, const pme__costs *costs, const unread *rest, double share,
                       pme_loop_time *t) {
  t->compute += fmax(rest->accesses, 0) * share / costs->issue;
  for (int l = 1; l <= p->level_count; l++) {
    double further = l < p->level_count ? fmax(rest->misses[l], 0) : 0;
    t->scattered += fmax(fmax(rest->misses[l - 1], 0) - further, 0) * share * costs->scattered[l];
  }
  t->bandwidth += fmax(rest->misses[p->level_count - 1], 0) * costs->memory_total;
}

/* Of iterations of which a run has told how many there are, nobody knows which of them have more to do. */
static pme__work_distribution distribution_of(const pme_loop_prediction *row, const pme_concrete_loop *loop) {
  double threads = loop->threads > 1 ? loop->threads : 1, iterations = fmax(row->trip_count, 1);
  double of_a_thread = fmax(iterations / threads, 1);
  double chunk = loop->chunk > 0 ? fmin((double)loop->chunk, of_a_thread) : of_a_thread;
  return (pme__work_distribution){
      .imbalance = 1, .iterations = iterations, .chunks = ceil(of_a_thread / chunk), .chunk = chunk};
}

static pme_loop_time time_of(const pme_prediction *p, const pme__costs *costs, const pme_loop_prediction *row) {
  const pme_concrete_loop *loop = &pme_concrete_node_at(p->concrete, row->node)->u.loop;
  double threads = loop->threads > 1 ? loop->threads : 1;
  pme__work_distribution distribution = distribution_of(row, loop);
  unread rest = unread_of(p, row);
  pme_loop_time t;
  pme__cost_loop(p, costs, row->node, &distribution, NULL, &t);
  double before = t.cycles;
  add_unread(p, costs, &rest, ceil(threads / p->machine->cores) / threads, &t);
  t.cycles = pme__cycles_together(&t);
  t.overlapped = pme__cycles_hidden(&t, 1);
  t.apart = pme__cycles_hidden(&t, 0);
  t.low = (t.low + fmax(t.overlapped - before, 0)) * (1 - OPEN_OF_MEASURED);
  t.high = (t.high + fmax(t.apart - before, 0)) * (1 + OPEN_OF_MEASURED);
  return t;
}

/* ---- what the run itself has counted ---- */

static const pme_loop_time *time_at(const pme_advice *of_run, pme_place place) {
  for (int i = 0; of_run && i < of_run->loop_count; i++) {
    const pme_subject_node *node = pme_subject_at(of_run->prediction->subject, of_run->loops[i].node);
    if (node->u.loop.parallel && node->place.line == place.line && node->place.column == place.column)
      return &of_run->loops[i].now;
  }
  return NULL;
}

/* Of one call. */
static pme_loop_time share_of(const pme_loop_time *all, double share) {
  pme_loop_time t = *all;
  double *cycles[] = {&t.compute, &t.streams,      &t.scattered,       &t.pages,          &t.coherence,    &t.overrun,
                      &t.stores,  &t.team,         &t.coherence_least, &t.coherence_most, &t.stores_least, &t.bandwidth,
                      &t.handout, &t.handout_most, &t.overhead,        &t.cycles,         &t.overlapped,   &t.apart,
                      &t.low,     &t.high};
  for (size_t i = 0; i < sizeof cycles / sizeof *cycles; i++)
    *cycles[i] *= share;
  return t;
}

pme_status pme_time_measured(const pme_composed_prediction *composed, const pme_advice *const *of_run, pme_arena *arena,
                             const pme_advice **out) {
  const pme_prediction *p = &composed->prediction;
  pme_advice *advice = PME_ARENA_NEW(arena, pme_advice, 1);
  pme__costs *costs = PME_ARENA_NEW(arena, pme__costs, 1);
  pme_loop_advice *loops = PME_ARENA_NEW(arena, pme_loop_advice, p->loop_count + 1);
  if (!advice || !costs || !loops)
    return PME_NO_MEMORY;
  *advice = (pme_advice){.prediction = p, .loops = loops};
  if (pme__costs_of(p->machine, costs))
    for (int i = 0; i < p->loop_count; i++) {
      if (!composed->is_measured[i])
        continue;
      const pme_loop_time *run =
          time_at(of_run[composed->part[i]], pme_subject_at(p->subject, p->loops[i].node)->place);
      pme_loop_time now = run ? share_of(run, composed->share[i]) : time_of(p, costs, &p->loops[i]);
      loops[advice->loop_count++] = (pme_loop_advice){.node = p->loops[i].node, .now = now};
    }
  *out = advice;
  return PME_OK;
}
