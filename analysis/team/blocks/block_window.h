/* P(D | BB) from a sample of a block's executions (AMM, Algorithm 1, repaired; docs/model/profiles.md 2.7).
 *
 * For each sampled execution of a block, every reference of it looks back in the trace for the last one to the same
 * line and counts the distinct lines in between. The cost is the reuse *time* of the sample, so above about one
 * execution in a hundred the engines of distance.h are cheaper; it is for very long traces.
 *
 * As printed, the algorithm looks back from the start of the window for every reference, and stores -1 for a first one.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_BLOCKS_BLOCK_WINDOW_H
#define PMECACHE_ANALYSIS_TEAM_BLOCKS_BLOCK_WINDOW_H

#include "pmecache/histogram.h"

/* One execution of a block: its references are lines[start] .. lines[start + count - 1] of the trace. */
typedef struct pme__block_window {
  int block;
  size_t start, count;
} pme__block_window;

typedef struct pme__window_trace {
  const uint64_t *lines;
  const pme__block_window *windows; /* inside of the trace */
  size_t window_count;
} pme__window_trace;

typedef struct pme__block_sample {
  int block;
  size_t size; /* executions, drawn evenly; all, when there are no more */
  uint64_t seed;
} pme__block_sample;

/* Adds the distances of the sampled executions to *histogram; *seen is how many executions there are. PME_NO_MEMORY. */
pme_status pme__block_window_profile(const pme__window_trace *trace, pme__block_sample sample, pme_histogram *histogram,
                                     size_t *seen);

#endif
