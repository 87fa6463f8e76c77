/* The reuse window of a stratum: what lies between two touches of a line. Private to analysis/model/walk/occupancy. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_WINDOW_H
#define PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_WINDOW_H

#include "analysis/model/walk/decide/reuse_run.h"

/* Two iterations of the loop at `level` of the reference's path (or what follows of one and goes before in the other),
 * by the threads of the target's instance. */
typedef struct pme__reuse_window {
  int level; /* loops deeper than this are run in full */
  bool two;  /* the loop at `level` has two consecutive iterations; else one iteration at two unrelated positions */
  bool own_rounds; /* at `level` is a worksharing loop: consecutive iterations of a thread are `threads` apart */
} pme__reuse_window;

/* The window of stratum `c` (one that has a carrier other than SHARERS). False: threads that are not in step, or blocks
 * that are not met in their order, may do more in that time. */
bool pme__reuse_window_of(pme__level_state *state, const pme__carriers *carriers, int c, pme__reuse_window *out);

#endif
