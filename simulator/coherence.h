/* Invalidation between the instances of a level. Private to simulator.
 *
 * A write takes its lines away from every other instance of the level; the next miss of such an instance on such a line
 * is a coherence miss if the line would still be there otherwise, which a shadow of the level tells: the same caches
 * without invalidation. Of each line that an instance lost in this way, the bytes that other instances wrote meanwhile
 * are remembered, in units of 1/64 of a line (at least a byte): if the access that misses touches none of them, the
 * line was lost to false sharing.
 *
 * A stream with coherence hands its accesses to the levels one by one, so that writes take effect in global order at
 * every level, whatever the levels above let through.
 */
#ifndef PMECACHE_SIMULATOR_COHERENCE_H
#define PMECACHE_SIMULATOR_COHERENCE_H

#include "stream.h"

/* From now on writes invalidate, at every level that has several instances. writes[r]: reference r is a write; the
 * table must outlive the stream. PME_NO_MEMORY, PME_OVER_BUDGET (memory limit). */
pme_status pme__sim_coherence_enable(sim_stream *stream, const bool *writes, int references, pme_error *error);

/* pme__sim_stream_flush for a stream with coherence. */
void pme__sim_coherence_consume(sim_stream *stream, const sim_entry *entries, int count);

#endif
