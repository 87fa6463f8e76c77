/* Memory time: how long a loop waits for lines from each level, as streams or scattered. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_MEMORY_TIME_H
#define PMECACHE_ANALYSIS_ADVISE_MEMORY_TIME_H

#include "cost.h"

/* Cycles, summed over the threads. */
typedef struct pme__memory_time {
  double streams, scattered;
  double lost; /* lines from other cores, that others wrote */
  double overrun, overrun_least,
      overrun_most;   /* lines from other cores, that prefetchers fetch behind ends of chunks */
  double pages;       /* translations of addresses that no translation buffer holds */
  double from_memory; /* lines, both ways */
} pme__memory_time;

/* Of all accesses below `loop`. `bias` moves the misses inside their interval: -1, 0 or 1. */
pme__memory_time pme__memory_time_of(const pme_prediction *prediction, const pme__costs *costs, int loop, double bias);

/* The last level in front of the first one that cores share. */
int pme__outermost_private(const pme_prediction *prediction);

#endif
