/* What a stratum of the walk is, for a listener (observer.h). Private to analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATUM_ORIGIN_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATUM_ORIGIN_H

#include "analysis/model/observer/observer.h"
#include "sample.h"

/* Class `c` in terms of the program: kind, loop and stride; certified, no samples. */
pme_stratum pme__walk_stratum(pme__walk_sieve *sieve, const pme__walk_classes *classes, int c);
/* The share of the reference's instances that is in the class, from samples of its own. The shares of all
 * classes add up to 1. Leaves the sieve with other bases, which group_bases[] has room for. */
double pme__walk_share(pme__walk_sieve *sieve, const pme__walk_source *source, const pme__walk_classes *classes, int c,
                       int64_t *group_bases);

#endif
