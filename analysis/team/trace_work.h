/* The recorded trace of an instrumented run, made ready to be dealt out to other teams (team_streams.h).
 *
 * A region becomes pieces of work: what every thread does, what one thread does, and worksharing loops with their
 * iterations. In a run of several threads the pieces of a region are told apart by their order, which is the same in
 * all threads; the iterations of a loop come from all of them and are put in the order of their numbers; what every
 * thread does is taken from the team's first thread.
 *
 * Private is what lies in the thread's own part of its stack. It is moved to a place that is the same for all threads
 * of the run, and marked (PME_REFERENCE_PRIVATE).
 *
 * The records stay in the file. In memory is where iterations are, 72 bytes for those of a loop that begin in one
 * packet, and the packets that the readers are in, at most one for each reader and thread of the run; references are
 * made from them while they are read.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_WORK_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_WORK_H

#include "pmecache/trace.h"
#include "text_trace.h"

/* Reads `trace` from its start. It belongs to the result, which reads it again and again, and
 * pme__sequential_trace_close closes it; after a failure it is the caller's. `unplaced`: accesses of worksharing loops
 * whose form is not known, and which therefore are done by every thread. PME_BAD_ARGUMENT for a line size that is no
 * power of two, PME_NO_MEMORY, PME_IO.
 */
pme_status pme__trace_work(pme_trace *trace, uint32_t line_bytes, pme__sequential_trace *out, uint64_t *unplaced,
                           pme_error *error);

#endif
