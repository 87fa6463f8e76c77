/* Whether advice holds for a larger or smaller outermost cache. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_CACHE_SHARE_H
#define PMECACHE_ANALYSIS_ADVISE_CACHE_SHARE_H

#include "rank.h"

/* Widens the interval of the advice that pays to what it would be if the outermost cache were half and twice as large:
 * others on the machine use it too, it may keep what inner caches keep or not, and it need not throw out the oldest line,
 * so that what nearly fits is not known to miss. Whether the advice pays is decided again. `grid`: as it was reported, the
 * candidates of `inout` in their order. PME_OK; PME_NO_MEMORY. */
pme_status pme__allow_for_cache_share(const pme__question *question, const pme__grid *grid,
                                      const pme__search_effort *effort, pme_loop_advice *inout);

#endif
