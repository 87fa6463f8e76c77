/* The references of a recorded trace in memory. Each team is followed eleven times, once for each interleaving, and
 * unpacking is a third of that. */
#ifndef PMECACHE_ANALYSIS_TEAM_KEPT_TRACE_H
#define PMECACHE_ANALYSIS_TEAM_KEPT_TRACE_H

#include "text_trace.h"

/* Unpacks the trace once for all, if that takes at most `most_bytes` and there is memory for it; nothing is different
 * but the time. What is kept goes with pme__sequential_trace_close. Whether it is kept. */
bool pme__sequential_trace_keep(pme__sequential_trace *trace, uint64_t most_bytes);

#endif
