/* Whether accesses may find their lines taken by writes of other threads at all. Private to
 * analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_MAY_LOSE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_MAY_LOSE_H

#include "analysis/model/walk/decide/decide.h"

/* Threads of several instances of the level write to the reference's array. */
bool pme__may_lose(const pme__level_state *state, int reference);

/* Whether a thread writes, between the same barriers, what others may touch at a few values of their iterators only, as
 * row k in a sweep over all rows: few samples say nothing of that. */
bool pme__may_lose_seldom(const pme__level_state *state, int reference);

#endif
