/* How far the misses of all references together may be from their sum. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_HALF_WIDTH_H
#define PMECACHE_ANALYSIS_MODEL_HALF_WIDTH_H

#include "pmecache/prediction.h"

/* About: as if each reference erred by itself. */
double pme__half_width_of_sum(const pme_prediction *prediction, int level);

#endif
