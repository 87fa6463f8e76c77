/* The sink that writes everything to a file (PMECACHE_TRACE_OUT): include/pmecache/trace.h, docs/formats/trace.md. */
#ifndef PMECACHE_RUNTIME_TRACE_H
#define PMECACHE_RUNTIME_TRACE_H

#include <stdbool.h>

#include "pmecache/trace.h"

/* Of one thread. */
typedef struct pmert_trace pmert_trace;

/* For a new thread; NULL when no trace is asked for, or without memory. */
pmert_trace *pmert_trace_open(uint32_t thread);
/* A border, `pending` words of records behind what was taken. False when there is no room: records are to be taken
 * first, then it fits. */
bool pmert_trace_border(pmert_trace *trace, const pme_trace_border *border, size_t pending);
/* What was pending is not taken: borders within it stand at its start. */
void pmert_trace_drop(pmert_trace *trace);
/* Records, in order. Now and then writes a packet. */
void pmert_trace_take(pmert_trace *trace, const uint64_t *from, const uint64_t *to);
/* Writes what is left. */
void pmert_trace_flush(pmert_trace *trace);
/* The child of a fork: what there was belongs to the parent. */
void pmert_trace_in_child(pmert_trace *trace, uint32_t thread);

#endif
