/* What a stratum is in terms of the program, for an observer (observer.h). Private to analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATUM_ORIGIN_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_STRATUM_ORIGIN_H

#include "analysis/model/observer/observer.h"
#include "sample.h"

/* Stratum `c` in terms of the program: kind, loop and stride; certified, no samples. */
pme_stratum pme__walk_stratum(pme__level_state *state, const pme__carriers *carriers, int c);
/* The share of the reference's instances that is in the stratum, from samples of its own. The shares of all
 * strata add up to 1. Leaves the state with other bases, which group_bases[] has room for. */
double pme__walk_share(pme__level_state *state, const pme__sample_source *source, const pme__carriers *carriers, int c,
                       int64_t *group_bases);

#endif
