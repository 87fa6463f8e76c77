/* How often the code of a recorded trace was executed in worksharing loops, and how its accesses move: what a model of
 * running time needs besides misses (the task list of PPT-Multicore).
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_COUNTS_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_COUNTS_H

#include "analysis/trace/record_counts.h"
#include "pmecache/arena.h"
#include "pmecache/trace.h"

/* Reads `trace` from its start; lies in `arena`. PME_NO_MEMORY, PME_IO. */
pme_status pme__trace_count(pme_trace *trace, uint32_t line_bytes, pme_arena *arena, pme__trace_counts *out);

#endif
