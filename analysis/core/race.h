/* Data races that the addresses alone give away. Private to analysis/core, analysis/report and analysis/advise. */
#ifndef PMECACHE_ANALYSIS_CORE_RACE_H
#define PMECACHE_ANALYSIS_CORE_RACE_H

#include "pmecache/prediction.h"

/* A write below the worksharing loop that iterations of different threads make to the same elements, whatever the
 * schedule, and that is neither atomic nor in an ordered loop; PME_NONE: none is that plain. *is_sure: it is not behind
 * a branch that data decide. Locks are not seen. */
int pme__race_of(const pme_prediction *prediction, int loop, bool *is_sure);

#endif
