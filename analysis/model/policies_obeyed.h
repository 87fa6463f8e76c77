/* Which levels are answered under their own replacement policy, and which as LRU. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_POLICIES_OBEYED_H
#define PMECACHE_ANALYSIS_MODEL_POLICIES_OBEYED_H

#include "pmecache/arena.h"
#include "pmecache/prediction.h"

/* Keeps the assumption policy-as-lru for levels that the walk takes as LRU or that the closed form answered
 * (is_formed[level]), and for these alone; are_added: windows tell some policies (add_policies.h). PME_NO_MEMORY. */
pme_status pme__say_policies(pme_prediction *prediction, const bool *is_formed, bool are_added, pme_arena *arena);

#endif
