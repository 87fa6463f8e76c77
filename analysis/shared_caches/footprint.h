/* Average footprint of a stream: how many distinct lines a window of w references touches, averaged over all windows.
 *
 *   fp(w) = M - sum_{gaps g > w} (g - w) / (n - w + 1)          (Xiang et al.; docs/model/profiles.md 6.3)
 *
 * M lines, n references. The gaps of a line are the position of its first access (from 1), that of its last access
 * counted from the end, and its reuse times (1 for an immediate repeat): together n + 1. Windows that lie inside a gap
 * do not see the line. Computed from two histograms of gaps; exact at the largest value of each bin, linear in between.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_FOOTPRINT_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_FOOTPRINT_H

#include "concurrent_tally.h"

typedef struct pme__footprint {
  double lines;    /* M: the value of a window as long as the stream */
  double length;   /* n */
  uint32_t nodes;  /* 0: no lines at all */
  double *at_node; /* fp(pme__tally_last(b)) */
} pme__footprint;

/* From the histograms of the gaps: `reuse` times and `edges` (before first and after last accesses). The table lies in
 * `arena`. PME_NO_MEMORY. */
pme_status pme__footprint_build(pme_arena *arena, const pme__tally *reuse, const pme__tally *edges, double lines,
                                double length, pme__footprint *out);
/* fp(w) for any w >= 0; M from n on. */
double pme__footprint_at(const pme__footprint *footprint, double window);

/* A table of a function of a window, with its nodes at 0 and at pme__tally_last of each bin; linear in between and
 * constant after the last. */
double pme__window_interpolate(const double *at_node, uint32_t nodes, double window);

#endif
