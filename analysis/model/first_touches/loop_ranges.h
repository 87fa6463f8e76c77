/* Values that the variables of loops take, by interval arithmetic. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_RANGES_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_RANGES_H

#include "pmecache/concrete.h"

/* Of an affine function whose variables lie between `lows` and `highs`; far off where it has divisions. */
void pme__range_in_box(const pme_affine *affine, const int64_t *lows, const int64_t *highs, int64_t *low,
                       int64_t *high);

/* Of each of the loops, outermost first; where bounds depend on other loops perhaps more than it takes. */
void pme__loop_ranges(const pme_concrete_loop *const *loops, int depth, int64_t *lows, int64_t *highs);

#endif
