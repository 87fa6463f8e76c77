/* Reasons of accesses that no engine answered. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_ENGINES_UNANSWERED_H
#define PMECACHE_ANALYSIS_MODEL_ENGINES_UNANSWERED_H

#include <stdbool.h>

#include "pmecache/arena.h"
#include "pmecache/prediction.h"

/* Of the rows that were modelled at first and are not any more: those that neither engine knows get one reason each,
 * those that ran out of effort, or that the walk found too little of (is_short), one for each piece of code that holds
 * some. Both arrays: per row of a reference. PME_NO_MEMORY. */
pme_status pme__refuse_unanswered(pme_prediction *prediction, const bool *were_modelled, const bool *is_short,
                                  pme_arena *arena);

/* Nothing is answered any more, for want of effort, which is said. PME_NO_MEMORY. */
pme_status pme__refuse_all(pme_prediction *prediction, bool *is_short, pme_arena *arena);

#endif
