/* What is not known between the sizes that were looked at (docs/model/by-size.md 2). Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_DOUBT_H
#define PMECACHE_ANALYSIS_BY_SIZE_DOUBT_H

#include "search.h"

bool pme__was_looked_at(const pme__size_search *search, int64_t size);

/* The middle of the gap between two points that has most values in doubt, by logarithms; 0: there is none. */
int64_t pme__most_doubt(pme__size_search *search);

/* Levels of which some loop does not know enough around the size. All of them: none, but accesses are in doubt. */
pme__levels pme__levels_in_doubt(const pme__size_search *search, int64_t size);

#endif
