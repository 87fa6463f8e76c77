/* The program as a compiler leaves it. Private to analysis/advise.
 *
 * A prediction counts the accesses of the source. Times are those of the program that runs, where a value that is kept
 * in a register (pme_access.kept_loops) is stored once behind a loop, and not taken from other threads in each of its
 * iterations. For misses that makes no difference, for lines lost to writes of others all of it. */
#ifndef PMECACHE_ANALYSIS_ADVISE_COMPILED_H
#define PMECACHE_ANALYSIS_ADVISE_COMPILED_H

#include "pmecache/prediction.h"

/* Where accesses of `source` that are kept in registers lose lines to others: the prediction of the compiled program,
 * in `arena`, and its program, to be freed with pme_concrete_destroy after it. Else `source` itself, and NULL.
 * PME_NO_MEMORY. */
pme_status pme__predict_compiled(const pme_prediction *source, const pme_what_if *what_if, double budget_ms,
                                 pme_arena *arena, const pme_prediction **out, pme_concrete **concrete);

#endif
