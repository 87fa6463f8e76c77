/* Assembly of predictions: the engines behind pme_predict. Private to analysis/model.
 *
 * An engine fills levels[level] of the references of a prediction (and their `modelled` flag). predict.c chooses the
 * engine in one place, adds reasons and assumptions, fills the loops' trip counts and sums up.
 */
#ifndef PME_MODEL_PREDICT_H
#define PME_MODEL_PREDICT_H

#include "pmecache/prediction.h"

/* Closed form: fills references[].levels[level]. PME_OK; PME_NO_MEMORY; PME_OVER_BUDGET (level left as it was). */
pme_status pme__predict_closed_form(const pme_concrete *concrete, const pme_machine *machine, int level,
                                    double budget_ms, pme_prediction *prediction);

#endif
