/* Walks that go on until they have been at all accesses that no equation knows. */
#include "patient_walk.h"

#include <string.h>

#include "analysis/model/closed_form/view/instance_view.h"
#include "analysis/model/walk/estimate/placement_variance.h"

/* So many times the effort, again and again. */
static const double more_effort = 4;

static pme_status walk_anew(const pme_concrete *concrete, const pme_machine *machine, const pme__walk_options *options,
                            pme_arena *arena, pme_prediction **out) {
  pme_status status = pme_prediction_create(concrete, machine, arena, out, NULL);
  if (status != PME_OK)
    return status;
  size_t rows = (size_t)(*out)->reference_count;
  memset(options->is_short, 0, rows * sizeof *options->is_short);
  if (options->placements)
    memset(options->placements, 0, rows * (size_t)(*out)->level_count * sizeof *options->placements);
  return pme__walk_predict(concrete, machine, options, arena, *out, NULL);
}

/* Whether there are accesses without an equation, among all or those of `among`. */
static bool lacks_equations(const pme_prediction *prediction, const bool *among) {
  pme_reason_code code;
  for (int i = 0; i < prediction->reference_count; i++)
    if (prediction->references[i].modelled && (!among || among[i]) &&
        !pme__instance_view_supports(prediction->concrete, prediction->references[i].node, &code))
      return true;
  return false;
}

/* Until nothing is short, or another walk would take more than there is. */
static pme_status walk_until_enough(const pme_concrete *concrete, const pme_machine *machine, pme__walk_options *asked,
                                    double most_nanoseconds, pme_arena *arena, pme_prediction **out) {
  pme_status status = walk_anew(concrete, machine, asked, arena, out);
  double spent = status == PME_OK ? (*out)->effort : 0;
  while (status == PME_OK && spent + more_effort * asked->effort_nanoseconds <= most_nanoseconds &&
         lacks_equations(*out, asked->is_short)) {
    asked->effort_nanoseconds *= more_effort;
    status = walk_anew(concrete, machine, asked, arena, out);
    spent += status == PME_OK ? (*out)->effort : 0;
  }
  if (status == PME_OK)
    (*out)->effort = spent;
  return status;
}

pme_status pme__walk_patiently(const pme_concrete *concrete, const pme_machine *machine,
                               const pme__walk_options *options, double most_nanoseconds, pme_arena *arena,
                               pme_prediction **out) {
  pme__walk_options asked = *options;
  pme_status status = pme_prediction_create(concrete, machine, arena, out, NULL);
  if (status != PME_OK || !lacks_equations(*out, NULL))
    return status == PME_OK ? walk_anew(concrete, machine, options, arena, out) : status;
  asked.observer = NULL;
  status = walk_until_enough(concrete, machine, &asked, most_nanoseconds, arena, out);
  if (status != PME_OK || !options->observer)
    return status;
  double spent = (*out)->effort;
  asked.observer = options->observer;
  status = walk_anew(concrete, machine, &asked, arena, out);
  if (status == PME_OK)
    (*out)->effort = spent;
  return status;
}
