/* A function of a profile as the tables and counts that a recorded program is built from: what trace_counts.h has of a
 * trace. Counts of a part of the run are those of all of it, in proportion. Private to analysis/advise/recorded. */
#ifndef PMECACHE_ANALYSIS_ADVISE_RECORDED_PROFILE_CODE_H
#define PMECACHE_ANALYSIS_ADVISE_RECORDED_PROFILE_CODE_H

#include "analysis/team/trace_counts.h"

typedef struct pme__profile_code {
  pme_instrumented_function function;
  pme__trace_counts counts;
  int *loop;      /* by loop of the function: index in the profile */
  int *reference; /* by number of a site: index in the profile, PME_NONE */
} pme__profile_code;

/* Lies in `arena`, texts are those of the profile. False: no memory. */
bool pme__profile_code_of(const pme_profile *profile, int function, pme_arena *arena, pme__profile_code *out);
/* Whether the profile has looked at some block in the loop. */
bool pme__profile_code_is_known(const pme_profile *profile, int loop);

#endif
