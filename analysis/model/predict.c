/* pme_predict: engines, reasons, sums. */
#include "predict.h"

pme_status pme_predict(const pme_concrete *concrete, const pme_machine *machine, const pme_predict_options *options,
                       pme_arena *arena, pme_prediction **out, pme_error *error) {
  double budget_ms = options && options->budget_ms > 0 ? options->budget_ms : 1000;
  pme_prediction *prediction;
  pme_status status = pme_prediction_create(concrete, machine, arena, &prediction, error);
  if (status != PME_OK)
    return status;
  for (int l = 0; l < machine->level_count && status == PME_OK; l++)
    status = pme__predict_closed_form(concrete, machine, l, budget_ms / machine->level_count, prediction);
  if (status == PME_NO_MEMORY)
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  pme_prediction_sum(prediction);
  *out = prediction;
  return PME_OK;
}
