/* pme_explain: turns what the engines told while they worked into what stands behind each number. */
#include "pmecache/explanation.h"

#include <stdlib.h>

#include "analysis/model/observer/observer.h"
#include "predict.h"

/* ---- the choice ---- */

static pme_choice choice_of(const pme__observation *observation, bool is_counted, const pme_misses *answer,
                            bool modelled) {
  bool has_form = observation->has_form && observation->form_was_asked;
  if (!modelled)
    return PME_CHOICE_NO_ANSWER;
  if (answer->accesses == 0)
    return PME_CHOICE_NEVER_RUNS;
  if (is_counted)
    return PME_CHOICE_COUNTED;
  if (answer->engine == PME_ENGINE_CLOSED_FORM)
    return observation->has_walk ? PME_CHOICE_FORM_CONFIRMED : PME_CHOICE_FORM_ALONE;
  if (!observation->form_was_asked)
    return PME_CHOICE_WALK_LEVEL;
  if (!has_form)
    return PME_CHOICE_WALK_ALONE;
  double form =
      observation->form.misses + observation->walk.coherence; /* which is the walk's affair (choose_engine.c) */
  bool is_inside = form >= observation->walk.low && form <= observation->walk.high;
  return is_inside ? PME_CHOICE_WALK_SURE : PME_CHOICE_WALK_DISAGREES;
}

/* ---- lists ---- */

static bool list_strata(const pme__observation *observation, pme_number *out, pme_arena *arena) {
  out->strata = PME_ARENA_NEW(arena, pme_stratum, observation->stratum_count);
  if (!out->strata)
    return false;
  for (const pme__observed_stratum *entry = observation->strata; entry && observation->has_walk; entry = entry->next)
    out->strata[out->stratum_count++] = entry->stratum;
  return true;
}

static int by_misses(const void *a, const void *b) {
  const pme_reuse *x = (const pme_reuse *)a, *y = (const pme_reuse *)b;
  if (x->misses != y->misses)
    return x->misses < y->misses ? 1 : -1;
  return x->lines < y->lines ? 1 : x->lines > y->lines ? -1 : 0;
}

/* Sums become means, in `vector`; lines and misses are scaled as the closed form's number was. */
static pme_reuse finished(const pme_reuse *sums, double scale, int ways, double vector[]) {
  pme_reuse reuse = *sums;
  reuse.area_vector = vector;
  for (int c = 0; c <= ways; c++)
    vector[c] = sums->lines > 0 ? sums->area_vector[c] / sums->lines : sums->area_vector[c];
  reuse.window_lines = sums->lines > 0 ? sums->window_lines / sums->lines : 0;
  reuse.probability = sums->lines > 0 ? sums->misses / sums->lines : 0;
  reuse.lines *= scale;
  reuse.misses *= scale;
  return reuse;
}

static bool list_reuses(const pme__observation *observation, int ways, pme_number *out, pme_arena *arena) {
  double scale = observation->form_accesses > 0 ? observation->form.accesses / observation->form_accesses : 0, sum = 0;
  int count = 0;
  for (const pme__observed_reuse *entry = observation->reuses; entry; entry = entry->next)
    count++;
  out->reuses = PME_ARENA_NEW(arena, pme_reuse, count);
  if (!out->reuses)
    return false;
  for (const pme__observed_reuse *entry = observation->reuses; entry && observation->has_form; entry = entry->next) {
    if (entry->reuse.lines * scale <= 0)
      continue;
    double *vector = PME_ARENA_NEW(arena, double, ways + 1);
    if (!vector)
      return false;
    out->reuses[out->reuse_count] = finished(&entry->reuse, scale, ways, vector);
    sum += out->reuses[out->reuse_count++].misses;
  }
  qsort(out->reuses, (size_t)out->reuse_count, sizeof *out->reuses, by_misses);
  out->first_touches = observation->form.cold;
  out->rest = observation->form.misses - observation->form.cold - sum;
  return true;
}

/* The number of row `r` at level `l`. */
static bool fill(const pme__observer *observer, const pme_prediction *prediction, int r, int l, pme_number *out,
                 pme_arena *arena) {
  const pme__observation *observation = &observer->observations[r * prediction->level_count + l];
  const pme_reference_prediction *row = &prediction->references[r];
  const pme_misses *answer = &row->levels[l];
  bool is_counted = observer->is_counted;
  *out = (pme_number){.choice = choice_of(observation, is_counted, answer, row->modelled),
                      .has_walk = observation->has_walk,
                      .has_form = observation->has_form,
                      .walk = observation->walk,
                      .form = observation->form};
  double chosen = answer->engine == PME_ENGINE_WALK ? observation->walk.misses
                                                    : observation->form.misses + observation->walk.coherence;
  if (row->modelled && !is_counted)
    out->correction = answer->misses - chosen;
  return list_strata(observation, out, arena) &&
         list_reuses(observation, prediction->machine->levels[l].associativity, out, arena);
}

static bool fill_all(const pme__observer *observer, const pme_prediction *prediction, pme_explanation *out,
                     pme_arena *arena) {
  int levels = prediction->level_count;
  out->prediction = prediction;
  out->numbers = PME_ARENA_NEW(arena, pme_number, prediction->reference_count * levels);
  bool ok = out->numbers != NULL;
  for (int r = 0; r < prediction->reference_count; r++)
    for (int l = 0; l < levels && ok; l++)
      ok = fill(observer, prediction, r, l, &out->numbers[r * levels + l], arena);
  return ok;
}

/* `scratch`: for what the observer hears. */
static pme_status explain_within(const pme_concrete *concrete, const pme_machine *machine,
                                 const pme_explain_options *options, pme_arena *scratch, pme_arena *arena,
                                 pme_explanation *out, pme_error *error) {
  pme__observer observer;
  pme_prediction *rows, *prediction;
  pme_status status = pme_prediction_create(concrete, machine, scratch, &rows, error);
  if (status != PME_OK)
    return status;
  if (!pme__observer_init(&observer, rows, options && options->thorough, scratch))
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "%s", pme_status_text(PME_NO_MEMORY));
  pme__predict_question question = {concrete, machine, options ? &options->predict : NULL, &observer};
  status = pme__predict(&question, arena, &prediction, error);
  if (status != PME_OK)
    return status;
  if (observer.no_memory || !fill_all(&observer, prediction, out, arena))
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "%s", pme_status_text(PME_NO_MEMORY));
  return PME_OK;
}

pme_status pme_explain(const pme_concrete *concrete, const pme_machine *machine, const pme_explain_options *options,
                       pme_arena *arena, const pme_explanation **out, pme_error *error) {
  pme_explanation *explanation = PME_ARENA_NEW(arena, pme_explanation, 1);
  pme_arena *scratch = pme_arena_create();
  pme_status status = explanation && scratch
                          ? explain_within(concrete, machine, options, scratch, arena, explanation, error)
                          : pme_error_set(error, PME_NO_MEMORY, 0, 0, "%s", pme_status_text(PME_NO_MEMORY));
  pme_arena_destroy(scratch);
  if (status == PME_OK)
    *out = explanation;
  return status;
}
