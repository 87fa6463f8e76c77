/* The present schedule against the advised one, with what places of arrays make of both. */
#include "places.h"

#include <math.h>

static void widen(const pme__question *q, const pme__answer *now, pme__answer *then, pme_candidate *best) {
  if (q->costs)
    pme__compare(q, now, then);
  else
    pme__compare_misses(now, then, best->ratio_level);
  best->ratio_low = fmin(best->ratio_low, then->candidate.ratio_low);
  best->ratio_high = fmax(best->ratio_high, then->candidate.ratio_high);
}

pme_status pme__allow_for_places(const pme__question *question, const pme__search_effort *effort,
                                 pme_loop_advice *inout) {
  pme_candidate *best = &inout->candidates[0];
  const pme_candidate *present = &inout->candidates[inout->present];
  pme__question placed = *question;
  placed.any_place = true;
  if (!inout->pays)
    return PME_OK;
  pme__answer now = {.candidate = *present}, then = {.candidate = *best};
  pme_status status = pme__evaluate_into(&placed, effort, &now);
  if (status == PME_OK)
    status = pme__evaluate_into(&placed, effort, &then);
  if (status == PME_OK && now.is_answered && then.is_answered)
    widen(&placed, &now, &then, best);
  inout->pays = pme__is_worth_it(question, present, best);
  return status;
}
