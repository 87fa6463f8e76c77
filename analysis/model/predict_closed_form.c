/* One level of a prediction by the closed form: the instances of the level, each with its view. */
#include "closed_form.h"
#include "predict.h"

enum { MOST_POSITIONS = 8 };

static pme_reference_prediction *row_of(pme_prediction *prediction, int node) {
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].node == node)
      return &prediction->references[i];
  return NULL;
}

static void add_estimate(pme_misses *to, const pme__estimate *from) {
  to->accesses += from->accesses;
  to->misses += from->misses;
  to->cold += from->cold;
  to->other_threads += from->other_threads;
  to->self += from->misses - from->cold - from->other_threads;
  to->low = to->high = to->misses;
  to->precision = PME_PRECISION_ESTIMATE;
  to->engine = PME_ENGINE_CLOSED_FORM;
}

/* Point i of a low-discrepancy sequence: multiples of square roots of primes, modulo 1. */
static void spread(double *fractions, int count, int i) {
  static const double roots[] = {0.6180339887498949, 0.4142135623730951, 0.7320508075688772, 0.2360679774997898,
                                 0.6457513110645906, 0.3166247903553998, 0.6055512754639893, 0.1231056256176606};
  for (int l = 0; l < count; l++) {
    double value = 0.5 / MOST_POSITIONS + i * roots[l % 8] + 0.13 * (l / 8);
    fractions[l] = value - (double)(int64_t)value;
  }
}

static pme_status add_instance(pme_prediction *prediction, int level, int instance, double budget_ms,
                               pme_arena *arena) {
  pme__view *view = pme__view_create(prediction->concrete, prediction->machine, level, instance, arena);
  if (!view)
    return PME_NO_MEMORY;
  pme__engine engine;
  pme__estimate *estimates = PME_ARENA_NEW(arena, pme__estimate, view->reference_count + 1);
  double *fractions = PME_ARENA_NEW(arena, double, view->loop_count);
  pme__view_place(view, NULL);
  if (!estimates || !fractions ||
      !pme__engine_create(&engine, view, &prediction->machine->levels[level], budget_ms * 1e6, arena))
    return PME_NO_MEMORY;
  int positions = view->rectangular && view->rigid ? 1 : MOST_POSITIONS;
  for (int i = 0; i < positions && pme__engine_can_go_on(&engine); i++) {
    spread(fractions, view->loop_count, i);
    pme__view_place(view, positions == 1 ? NULL : fractions);
    pme__engine_move(&engine);
    pme__closed_form_add(&engine, 1.0 / positions, estimates);
  }
  if (!pme__engine_can_go_on(&engine))
    return engine.no_memory ? PME_NO_MEMORY : PME_OVER_BUDGET;
  for (int r = 0; r < view->reference_count; r++)
    add_estimate(&row_of(prediction, view->references[r].node)->levels[level], &estimates[r]);
  return PME_OK;
}

pme_status pme__predict_closed_form(const pme_concrete *concrete, const pme_machine *machine, int level,
                                    double budget_ms, pme_prediction *prediction) {
  (void)concrete, (void)machine;
  pme_status status = PME_OK;
  for (int i = 0; i < prediction->level_info[level].instances && status == PME_OK; i++) {
    pme_arena *arena = pme_arena_create();
    if (!arena)
      return PME_NO_MEMORY;
    status = add_instance(prediction, level, i, budget_ms, arena);
    pme_arena_destroy(arena);
  }
  return status;
}
