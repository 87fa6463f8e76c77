/* What no interval reaches beyond. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_MOST_MISSES_H
#define PMECACHE_ANALYSIS_MODEL_MOST_MISSES_H

#include "analysis/model/loop_tree/execution_count.h"
#include "pmecache/prediction.h"

/* An access misses once at most, one that may lie across lines once for each of them: upper ends of intervals, of
 * accesses, loops and the whole, reach no further. */
void pme__cap_intervals(pme_prediction *prediction);

/* Of rows that were modelled at first and are not any more it is known how often they are executed, and so what they
 * miss at most: a bound, which sums' intervals reach beyond. `were_modelled`: per row; `counts`: [node]. */
void pme__bound_unanswered(const bool *were_modelled, const pme__count *counts, pme_prediction *prediction);

#endif
