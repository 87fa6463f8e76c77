/* A larger input from one small run and counts (AMM, Chennupati et al. 2017, as it was meant; docs/model/profiles.md
 * 4.3): P(D | BB) stays that of the small run, and each block is executed as often as `counts` says. Wrong as soon as
 * distances grow with the input; scale.h has what grows. */
#ifndef PMECACHE_ANALYSIS_PROFILE_SCALE_COUNTS_H
#define PMECACHE_ANALYSIS_PROFILE_SCALE_COUNTS_H

#include "pmecache/profile.h"

typedef struct pme__counts_report {
  double matched, unseen; /* executions in `counts` of blocks that the small run has, and has not */
} pme__counts_report;

/* `counts`: a profile of the larger input whose executions are complete, however its distances were sampled. PME_NO_MEMORY;
 * PME_BAD_INPUT when the two have no block in common. */
pme_status pme__profile_scale_by_counts(const pme_profile *run, const pme_profile *counts, pme_profile **out,
                                        pme__counts_report *report, pme_error *error);

#endif
