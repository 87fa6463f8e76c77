/* Assembly of predictions: the engines behind pme_predict. Private to analysis/model.
 *
 * An engine fills levels[level] of the references of a prediction (and their `modelled` flag). predict.c chooses the
 * engine in one place, adds reasons and assumptions, fills the loops' trip counts and sums up.
 */
#ifndef PME_MODEL_PREDICT_H
#define PME_MODEL_PREDICT_H

#include "count.h"
#include "pmecache/prediction.h"

struct pme__recorder;

/* Closed form: fills references[].levels[level] of the references that are modelled, with accesses as the model counts
 * them (`counts`: how often they really run). `effort` is about nanoseconds, counted, not measured; when it is spent,
 * the references that have no answer yet are no longer `modelled`. `recorder` (record.h) may be NULL. *is_counted: the
 * first touches are exactly as many as there are lines (footprint.h). PME_OK; PME_NO_MEMORY. */
pme_status pme__predict_closed_form(int level, double effort, const pme__count *counts, struct pme__recorder *recorder,
                                    pme_prediction *prediction, bool *is_counted);

/* pme_predict, with a listener (record.h) or NULL. */
pme_status pme__predict(const pme_concrete *concrete, const pme_machine *machine, const pme_predict_options *options,
                        struct pme__recorder *recorder, pme_arena *arena, pme_prediction **out, pme_error *error);

#endif
