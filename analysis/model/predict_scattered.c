/* pme_predict: with bounds for accesses to places that data choose. */
#include <string.h>

#include "analysis/core/as_compiled.h"
#include "analysis/model/first_touches/most_misses.h"
#include "predict.h"
#include "scattered.h"

/* A look at the program where accesses to places that data choose miss most. Its concrete program lasts as long. */
typedef struct scattered_look {
  pme_concrete *concrete;
  pme_prediction *prediction; /* NULL: none yet */
} scattered_look;

static pme_status look_at_scattered(const pme__predict_question *question, pme_arena *arena, scattered_look *with) {
  pme_status status = with->concrete ? PME_OK : pme__concrete_with_scattered(question->concrete, &with->concrete);
  if (status != PME_OK || with->prediction)
    return status;
  pme_predict_options options = question->options ? *question->options : (pme_predict_options){0};
  options.one_opinion = true;
  pme__predict_question all = {with->concrete, question->machine, &options, NULL};
  return pme__predict_modelled(&all, false, arena, &with->prediction);
}

static bool is_over_budget(const pme_prediction *prediction) {
  for (int i = 0; i < prediction->reason_count; i++)
    if (prediction->reasons[i].code == PME_REASON_OVER_BUDGET)
      return true;
  return false;
}

/* Nothing more is asked then. */
static bool is_of_no_use(const pme__predict_question *question, const pme_prediction *prediction) {
  return question->options && question->options->whole_only && is_over_budget(prediction);
}

/* There was no effort for an answer, which is said: what is counted so far is none. True: so it is. */
static bool is_cut_short(const pme_prediction *with, pme_arena *arena, pme_prediction *out, pme_status *status) {
  for (int i = 0; i < with->reason_count; i++)
    if (with->reasons[i].code == PME_REASON_OVER_BUDGET) {
      for (int loop = 0; loop < out->loop_count; loop++)
        out->loops[loop].status = PME_LOOP_NOT_MODELLED;
      *status = pme_prediction_add_reason(out, arena, &with->reasons[i]);
      return true;
    }
  return false;
}

/* Where bounds are all that any loop wants for, no fewer than the lines that are touched can be missed: that is a lower
 * bound which needs no samples. Not done: some loop has other wants, or bounds are too far apart to be an answer. */
static pme_status predict_bounds(const pme__predict_question *question, pme_arena *arena, scattered_look *with,
                                 pme_prediction **out, bool *done) {
  bool some, all = false;
  pme_status status = pme__predict_modelled(question, true, arena, out);
  if (status == PME_OK)
    status = pme__wants_scattered(*out, arena, &some, &all);
  if (status != PME_OK || !all)
    return status;
  status = look_at_scattered(question, arena, with);
  if (status == PME_OK)
    status = pme__take_scattered(with->prediction, arena, *out);
  if (status != PME_OK)
    return status;
  memcpy((*out)->levels, with->prediction->levels, sizeof with->prediction->levels);
  *done =
      pme__has_all_bounds(*out) || is_of_no_use(question, *out) || is_cut_short(with->prediction, arena, *out, &status);
  return status;
}

/* Without such accesses, and, where that answers some loop, with them. */
static pme_status predict_both(const pme__predict_question *question, pme_arena *arena, scattered_look *with,
                               pme_prediction **out) {
  bool some = false, all;
  pme_status status = pme__predict_modelled(question, false, arena, out);
  if (status == PME_OK && pme__has_scattered(question->concrete) && !is_of_no_use(question, *out))
    status = pme__wants_scattered(*out, arena, &some, &all);
  if (status != PME_OK || !some)
    return status;
  status = look_at_scattered(question, arena, with);
  return status == PME_OK ? pme__take_scattered(with->prediction, arena, *out) : status;
}

pme_status pme__predict(const pme__predict_question *question, pme_arena *arena, pme_prediction **out,
                        pme_error *error) {
  bool is_rough = question->options && question->options->rough_bounds && pme__has_scattered(question->concrete);
  bool done = false;
  scattered_look with = {0};
  pme_status status = is_rough ? predict_bounds(question, arena, &with, out, &done) : PME_OK;
  if (status == PME_OK && !done)
    status = predict_both(question, arena, &with, out);
  if (status == PME_OK && with.prediction)
    (*out)->effort += with.prediction->effort;
  if (status == PME_OK)
    pme__cap_intervals(*out);
  pme_concrete_destroy(with.concrete);
  return status == PME_OK ? status : pme_error_set(error, status, 0, 0, "%s", pme_status_text(status));
}

pme_status pme_predict(const pme_concrete *concrete, const pme_machine *machine, const pme_predict_options *options,
                       pme_arena *arena, pme_prediction **out, pme_error *error) {
  pme__predict_question question = {concrete, machine, options, NULL};
  return pme__predict(&question, arena, out, error);
}
