/* One level of a prediction by the closed form. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PREDICT_LEVEL_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PREDICT_LEVEL_H

#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/observer/observer.h"
#include "pmecache/prediction.h"

/* Fills references[].levels[level] of the references that are modelled, with accesses as the model counts
 * them (`counts`: how often they really run). `effort` is about nanoseconds, counted, not measured; when it is spent,
 * the references that have no answer yet are no longer `modelled`. `observer` (observer.h) may be NULL. *is_counted: the
 * first touches are exactly as many as there are lines (first_touches.h). PME_OK; PME_NO_MEMORY. */
pme_status pme__predict_closed_form(int level, double effort, const pme__count *counts, pme__observer *observer,
                                    pme_prediction *prediction, bool *is_counted);

#endif
