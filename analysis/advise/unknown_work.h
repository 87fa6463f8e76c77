/* What nobody knows of the work of a loop. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_UNKNOWN_WORK_H
#define PMECACHE_ANALYSIS_ADVISE_UNKNOWN_WORK_H

#include "rank.h"

typedef struct pme__unknown_work {
  bool time;     /* something that may take most of the time has no number */
  bool places;   /* data choose places, and what misses there are has bounds: no more than that is left out */
  bool evenness; /* iterations may differ in work by what data say */
} pme__unknown_work;

/* The loops that can be advised on: worksharing ones with a team of their own and a number. Of what threads share out by
 * their numbers, what is left out may be all that they do. NULL: there is no memory. */
const pme_loop_prediction **pme__known_enough(const pme_prediction *prediction, pme_arena *arena, int *count);

/* Of a worksharing loop. */
pme__unknown_work pme__unknown_work_of(const pme_prediction *prediction, int loop);

/* Whether a candidate may let threads wait that do not wait now, or more of them be idle. `distribution` is its own. */
bool pme__may_wait_more(const pme__unknown_work *unknown, const pme_candidate *present, const pme_candidate *candidate,
                        const pme__work_distribution *distribution);

/* Whether threads ask for chunks of work that nobody knows to be even: they have to go on with it. */
bool pme__asks_for_uneven(const pme__unknown_work *unknown, const pme_candidate *present);

/* Iterations of a chunk that threads ask for which are few enough to even out what differs. */
double pme__most_demanded(const pme__work_distribution *distribution, int threads);

/* What the prediction says of a loop without accesses at places that data choose, as candidates are compared. */
void pme__levels_without_data(const pme_prediction *prediction, const pme_loop_prediction *row,
                              pme_misses levels[PME_MAX_LEVELS]);

/* Keeps of the advice that pays what holds all the same, and says in `is_partly` whether gains are shares of a part.
 *
 * Where work has no number, only what lines cost less is a gain. Where all that is not known are misses that have
 * bounds, for data choose places, candidates were compared as if each access to these hit: the best is compared once
 * more where each misses, and pays where it pays at both ends. Its ratio is that of the lesser gain, its interval has
 * both, and of the table it and what is there are left. PME_OK; PME_NO_MEMORY. */
pme_status pme__allow_for_unknown(const pme__question *question, const pme__search_effort *effort,
                                  const pme__unknown_work *unknown, pme_loop_advice *inout);

/* Of each access that has bounds the upper one, with what samples leave open of it. */
void pme__take_upper_bounds(pme_prediction *prediction);

#endif
