/* Assembly of predictions: the engines behind pme_predict. Private to analysis/model.
 *
 * An engine fills levels[level] of the references of a prediction (and their `modelled` flag). predict.c chooses the
 * engine in one place, adds reasons and assumptions, fills the loops' trip counts and sums up.
 */
#ifndef PME_MODEL_PREDICT_H
#define PME_MODEL_PREDICT_H

#include "pmecache/prediction.h"

/* Closed form: fills references[].levels[level] of the references that are modelled, with accesses as the model counts
 * them. `effort` is about nanoseconds, counted, not measured; when it is spent, the references that have no answer yet
 * are no longer `modelled`. PME_OK; PME_NO_MEMORY. */
pme_status pme__predict_closed_form(int level, double effort, pme_prediction *prediction);

#endif
