/* What no interval reaches beyond. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_MOST_MISSES_H
#define PMECACHE_ANALYSIS_MODEL_MOST_MISSES_H

#include "pmecache/prediction.h"

/* An access misses once at most, one that may lie across lines once for each of them: upper ends of intervals, of
 * accesses, loops and the whole, reach no further. */
void pme__cap_intervals(pme_prediction *prediction);

#endif
