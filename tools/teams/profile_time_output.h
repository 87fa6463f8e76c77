/* Running times of the loops of a profile, on standard output (pmecache profile predict --time). */
#ifndef PMECACHE_TOOLS_TEAMS_PROFILE_TIME_OUTPUT_H
#define PMECACHE_TOOLS_TEAMS_PROFILE_TIME_OUTPUT_H

#include "pmecache/advice.h"
#include "pmecache/report.h"

/* A function whose answer was added to `json` last gets the times of its loops. */
pme_status add_times_to_json(pme_json *json, const pme_profile *profile, const pme_profile_answer *answer,
                             pme_error *error);
/* A table of all functions. PME_UNSUPPORTED: there is no time, the error says why. */
pme_status print_profile_times(const pme_profile *profile, const pme_profile_answers *answers, pme_error *error);

#endif
