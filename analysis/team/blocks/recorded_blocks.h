/* The executions of basic blocks in a recorded run of one thread, in memory: what Algorithm 1 of PPT-Multicore deals
 * out, and what AMM samples. A round of a run is an execution of its block. */
#ifndef PMECACHE_ANALYSIS_TEAM_BLOCKS_RECORDED_BLOCKS_H
#define PMECACHE_ANALYSIS_TEAM_BLOCKS_RECORDED_BLOCKS_H

#include "analysis/team/text_trace.h"
#include "pmecache/instrumented.h"

typedef struct pme__recorded_blocks {
  pme__block_trace trace;
  const pme_instrumented_block **block; /* by number, trace.blocks of them */
  void *memory;                         /* private */
} pme__recorded_blocks;

/* `regions_only`: what is executed outside of parallel regions is left out. PME_UNSUPPORTED for a run of several
 * threads, whose blocks have no order; PME_OVER_BUDGET for more than `most_bytes` of executions and references;
 * PME_NO_MEMORY, PME_IO. Close with pme__recorded_blocks_close, also after a failure; the trace must be open as long.
 */
pme_status pme__recorded_blocks_read(const pme__sequential_trace *trace, bool regions_only, uint64_t most_bytes,
                                     pme__recorded_blocks *out, pme_error *error);
void pme__recorded_blocks_close(pme__recorded_blocks *blocks);

#endif
