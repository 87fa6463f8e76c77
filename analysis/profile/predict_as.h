/* A profile's answer with another team in it. */
#ifndef PMECACHE_ANALYSIS_PROFILE_PREDICT_AS_H
#define PMECACHE_ANALYSIS_PROFILE_PREDICT_AS_H

#include "pmecache/profile_answer.h"

/* References of the busiest thread of the team / mean, by the parts of the loop's iterations; 1 where they are not known.
 * A queue gives everybody about the same, but no less than a chunk. */
double pme__loop_imbalance(const pme_profile_loop *loop, const pme_team_question *team);
/* As pme_profile_predict, with the misses of the run; but its parallel loops have the team and schedule of `team`. */
pme_status pme__profile_predict_as(const pme_profile *profile, const pme_machine *machine,
                                   const pme_team_question *team, pme_profile_answers **out, pme_error *error);

#endif
