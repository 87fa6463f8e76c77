/* How many first touches an array can have at most.
 *
 * A line misses once, cold, in each instance of a cache. Sampled first touches that are more than the lines of the array
 * (data that fits, swept again and again by triangular loops: few of many accesses) are so by chance alone.
 *
 * Private to analysis/model.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_FIRST_TOUCH_MOST_H
#define PMECACHE_ANALYSIS_MODEL_FIRST_TOUCH_MOST_H

#include "pmecache/prediction.h"

/* Lowers the first touches of each array whose size is known to its lines in all instances of a level, where they are
 * above: each reference by its share, and by as much its misses and what its interval has above them. Arrays that each
 * thread has a copy of are left alone, and exact numbers. PME_NO_MEMORY. */
pme_status pme__lower_to_lines(pme_prediction *p);

#endif
