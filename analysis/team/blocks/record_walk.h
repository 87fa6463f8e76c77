/* The records and borders of a recorded trace, in the order of the file. Private memory stands where
 * pme__trace_work puts it (trace_records.h). */
#ifndef PMECACHE_ANALYSIS_TEAM_BLOCKS_RECORD_WALK_H
#define PMECACHE_ANALYSIS_TEAM_BLOCKS_RECORD_WALK_H

#include "analysis/team/text_trace.h"
#include "pmecache/trace.h"

/* Both return false to stop: pme__walk_records does, and returns PME_OVER_BUDGET. The state is that behind a border, or
 * in front of a record. */
typedef struct pme__record_visitor {
  void *context;
  bool (*border)(void *context, uint32_t thread, const pme_trace_state *state, const pme_trace_border *border);
  bool (*record)(void *context, uint32_t thread, const pme_trace_state *state, const uint64_t *record);
} pme__record_visitor;

/* `trace` must be a recorded one (recorded != NULL). PME_NO_MEMORY, PME_IO, PME_OVER_BUDGET. */
pme_status pme__walk_records(const pme__sequential_trace *trace, const pme__record_visitor *visitor);

#endif
