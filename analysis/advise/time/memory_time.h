/* Memory time: how long a loop waits for lines from each level, as streams or scattered. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_MEMORY_TIME_H
#define PMECACHE_ANALYSIS_ADVISE_MEMORY_TIME_H

#include <math.h>

#include "cost.h"

/* Lines from other cores, in cycles: those that others wrote, if threads run in lock step, or if they drift apart, so
 * that each is lost once and not at each access; and those that prefetchers fetch behind ends of chunks. */
typedef struct pme__transfers {
  double lost, lost_least;
  double overrun, overrun_least, overrun_most;
} pme__transfers;

/* Cycles, summed over the threads. */
typedef struct pme__memory_time {
  double streams, scattered;
  pme__transfers reads, writes;
  double pages;       /* translations of addresses that no translation buffer holds */
  double from_memory; /* lines, both ways */
} pme__memory_time;

/* Operations that a core has under way together, as far as they bound how many scattered lines it waits for at once. */
#define PME__WINDOW_UNKNOWN INFINITY

/* Of all accesses below `loop`. `bias` moves the misses inside their interval: -1, 0 or 1. */
pme__memory_time pme__memory_time_of(const pme_prediction *prediction, const pme__costs *costs, int loop, double window,
                                     double bias);

/* The last level in front of the first one that cores share. */
int pme__outermost_private(const pme_prediction *prediction);

#endif
