/* A larger input from one small run and counts (AMM, Chennupati et al. 2017, as it was meant; docs/model/profiles.md
 * 4.3): P(D | BB) stays that of the small run, and each block is executed as often as `counts` says. Wrong as soon as
 * distances grow with the input; scale.h has what grows. One run does not tell. So the profile is an interval: at the
 * nearest distances stay, at the farthest those beyond a few lines grow as first references do (a reuse beyond what a
 * round touches that has gone through all of the data goes through all of the larger data). */
#ifndef PMECACHE_ANALYSIS_PROFILE_SCALE_COUNTS_H
#define PMECACHE_ANALYSIS_PROFILE_SCALE_COUNTS_H

#include "pmecache/profile.h"

typedef struct pme__counts_report {
  double matched, unseen; /* executions in `counts` of blocks that the small run has, and has not */
} pme__counts_report;

/* What the answer itself is, within that interval. */
typedef enum pme__counts_distances { PME_DISTANCES_STAY, PME_DISTANCES_GROW } pme__counts_distances;

/* `counts`: a profile of the larger input whose executions are complete, however its distances were sampled. PME_NO_MEMORY;
 * PME_BAD_INPUT when the two have no block in common. */
pme_status pme__profile_scale_by_counts(const pme_profile *run, const pme_profile *counts,
                                        pme__counts_distances distances, pme_profile **out, pme__counts_report *report,
                                        pme_error *error);

#endif
