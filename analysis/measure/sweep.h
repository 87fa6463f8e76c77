/* Rounds of a run whose accesses walk through consecutive lines, taken at once (analysis/reuse/distance_sweep.h). */
#ifndef PMECACHE_MEASURE_SWEEP_H
#define PMECACHE_MEASURE_SWEEP_H

#include "measurement_state.h"

typedef enum sweep_verdict {
  SWEEP_DONE,
  SWEEP_LATER, /* not from this round on; maybe from a later one on */
  SWEEP_NEVER  /* this run is none */
} sweep_verdict;

/* Takes *rounds of a run that has at most so many, or none; then *rounds is 0. Addresses of `run` move on, unless
 * none are left. */
sweep_verdict pme__take_sweep(pme__measurement *m, run *run, uint64_t *rounds);

#endif
