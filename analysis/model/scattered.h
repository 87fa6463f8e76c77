/* Bounds for accesses whose places data choose (pme_access.scattered). Private to analysis/model.
 *
 * Least is missed without them, most where each goes to a line of its own, as far as its array has so many: no other
 * places take more lines from what else the loop uses. A loop is answered by both where they are not too far apart. */
#ifndef PMECACHE_ANALYSIS_MODEL_SCATTERED_H
#define PMECACHE_ANALYSIS_MODEL_SCATTERED_H

#include "pmecache/prediction.h"

/* Whether bounds would answer `some` loop, of which nothing but such accesses is left out; `all`: each parallel one.
 * PME_NO_MEMORY. */
pme_status pme__wants_scattered(pme_prediction *without, pme_arena *arena, bool *some, bool *all);
/* Afterwards: whether each parallel loop is answered. */
bool pme__has_all_bounds(const pme_prediction *prediction);

/* `inout` is the prediction without such accesses, `with` that of the copy that has them (as_compiled.h). Loops that
 * have nothing else against them are modelled from now on. PME_NO_MEMORY. */
pme_status pme__take_scattered(const pme_prediction *with, pme_arena *arena, pme_prediction *inout);

#endif
