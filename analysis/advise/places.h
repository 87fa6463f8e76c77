/* Whether advice holds wherever arrays lie. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_PLACES_H
#define PMECACHE_ANALYSIS_ADVISE_PLACES_H

#include "rank.h"

/* Widens the interval of the advice that pays to what it would be wherever arrays may lie whose addresses are not known:
 * candidates are compared by their means over places, and a run has one. Whether the advice pays is decided again.
 * PME_OK; PME_NO_MEMORY. */
pme_status pme__allow_for_places(const pme__question *question, const pme__search_effort *effort,
                                 pme_loop_advice *inout);

#endif
