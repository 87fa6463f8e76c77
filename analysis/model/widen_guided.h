/* Guided loops whose number of iterations changes from time to time: samples take each thread's chunks as one block,
 * which they are not. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_WIDEN_GUIDED_H
#define PMECACHE_ANALYSIS_MODEL_WIDEN_GUIDED_H

#include "pmecache/prediction.h"

/* Widens the intervals of the references in such loops: chunks that are dealt out meet lines that others had, and do not
 * meet those that the thread had the time before. */
void pme__widen_guided(pme_prediction *inout);

#endif
