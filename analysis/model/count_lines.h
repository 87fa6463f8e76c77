/* Predictions of lines alone: how many an access touches, of which no fewer can be missed. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_COUNT_LINES_H
#define PMECACHE_ANALYSIS_MODEL_COUNT_LINES_H

#include "analysis/model/loop_tree/execution_count.h"
#include "pmecache/prediction.h"

/* What is missed at least: `least`, and nothing else. PME_NO_MEMORY. */
pme_status pme__count_lines(const pme__count *counts, pme_prediction *inout);

#endif
