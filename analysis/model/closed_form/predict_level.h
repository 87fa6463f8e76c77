/* One level of a prediction by the closed form. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PREDICT_LEVEL_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PREDICT_LEVEL_H

#include "analysis/model/closed_form/guard_share.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/observer/observer.h"
#include "pmecache/prediction.h"

typedef struct pme__level_question {
  int level;
  double effort;                   /* about nanoseconds, counted, not measured */
  const pme__count *counts;        /* how often accesses really run */
  pme__guard_shares *guard_shares; /* of the whole prediction */
  pme__observer *observer;         /* NULL: nobody listens */
} pme__level_question;

/* Fills references[].levels[level] of the references that are modelled, with accesses as the model counts
 * them. When the effort is spent, the references that have no answer yet are no longer `modelled`. *is_counted: the
 * first touches are exactly as many as there are lines (first_touches.h). What it took is added to the effort of the
 * prediction. PME_OK; PME_NO_MEMORY. */
pme_status pme__predict_closed_form(const pme__level_question *question, pme_prediction *prediction, bool *is_counted);

#endif
