/* Assembly of predictions: the engines behind pme_predict. Private to analysis/model.
 *
 * An engine fills levels[level] of the references of a prediction (and their `modelled` flag). predict.c chooses the
 * engine in one place, adds reasons and assumptions, fills the loops' trip counts and sums up.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_PREDICT_H
#define PMECACHE_ANALYSIS_MODEL_PREDICT_H

#include "pmecache/prediction.h"

struct pme__observer;

/* pme_predict, with a listener (observer.h) or NULL. */
pme_status pme__predict(const pme_concrete *concrete, const pme_machine *machine, const pme_predict_options *options,
                        struct pme__observer *observer, pme_arena *arena, pme_prediction **out, pme_error *error);

#endif
