/* What nobody knows of the work of a loop. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_UNKNOWN_WORK_H
#define PMECACHE_ANALYSIS_ADVISE_UNKNOWN_WORK_H

#include "analysis/advise/time/work_distribution.h"
#include "pmecache/advice.h"

typedef struct pme__unknown_work {
  bool time;     /* something that may take most of the time has no number */
  bool evenness; /* iterations may differ in work by what data say */
} pme__unknown_work;

/* Whether a loop can be advised on: a worksharing one with a team of its own and a number. Of what threads share out by
 * their numbers, what is left out may be all that they do. */
bool pme__is_known_enough(const pme_prediction *prediction, const pme_loop_prediction *row);

/* Of a worksharing loop. */
pme__unknown_work pme__unknown_work_of(const pme_prediction *prediction, int loop);

/* Whether a candidate may let threads wait that do not wait now, or more of them be idle. `distribution` is its own. */
bool pme__may_wait_more(const pme__unknown_work *unknown, const pme_candidate *present, const pme_candidate *candidate,
                        const pme__work_distribution *distribution);

/* What the prediction says of a loop without accesses at places that data choose, as candidates are compared. */
void pme__levels_without_data(const pme_prediction *prediction, const pme_loop_prediction *row,
                              pme_misses levels[PME_MAX_LEVELS]);

#endif
