/* A second look at points that no quick look has told anything of (docs/model/by-size.md 2). Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_LOOKS_OPEN_POINTS_H
#define PMECACHE_ANALYSIS_BY_SIZE_LOOKS_OPEN_POINTS_H

#include "analysis/by_size/search.h"

/* The largest sizes of this round at which a level of some loop is left open, at these levels, with as much effort as a
 * prediction at one size: as long as it closes one, and as far as `open_ms` of the search goes, which gets less, in equal
 * parts for so many `rounds` from this one on. */
pme_status pme__close_open_points(pme__size_search *search, int rounds);

#endif
