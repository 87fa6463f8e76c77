/* One level of a prediction by the printed equations. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_PRINTED_LEVEL_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_PRINTED_LEVEL_H

#include "analysis/model/closed_form/predict_level.h"
#include "pmecache/printed.h"

typedef struct pme__printed_equations {
  pme_printed_equation *items; /* room for `most` of them */
  int count, most;
} pme__printed_equations;

/* How many equations a reference may have at a level. */
int pme__printed_most_equations(void);
/* Fills references[].levels[level] of the references that are modelled, and adds the equations of the first instance.
 * References that the effort did not suffice for are no longer `modelled`. PME_OK; PME_NO_MEMORY. */
pme_status pme__printed_level(const pme__level_question *question, pme_prediction *prediction,
                              pme__printed_equations *equations);

#endif
