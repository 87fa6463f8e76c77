/* A recorded trace on its way to pieces of work: parts of regions, and the iterations in them. Private to
 * analysis/team.
 *
 * What a thread did in a region falls into parts, each of one kind of work (a loop, code for one thread, code for all).
 * The parts of all threads that are the same work are one piece.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_PARTS_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_PARTS_H

#include "analysis/trace/trace_bytes.h"
#include "trace_spans.h"
#include "trace_work.h"

#define NOTHING UINT32_MAX

/* A piece of a region, as one thread came through it. */
typedef struct part {
  pme__piece_kind kind;
  bool no_barrier;
  uint64_t region;        /* execution */
  uint64_t site;          /* of the region: nested ones have the number of the execution that they are in */
  uint64_t order;         /* of its region's execution in the run */
  uint32_t loop;          /* loops and ones: how many the thread has come to in the region before */
  uint32_t thread, place; /* in the team; among the parts of its thread */
  uint32_t piece;
  const pme_instrumented_block *block; /* of a loop, and what its border says of the schedule */
  int64_t schedule, chunk;
} part;

/* One thread of the run. */
typedef struct followed_thread {
  pme_trace_state state;
  uint64_t next;   /* number of the packet */
  uint64_t words;  /* so far */
  uint32_t packet; /* the present one, among all */
  uint32_t marks;  /* records of it so far that begin iterations */
  uint32_t loops, ones;
  uint32_t loop, one;    /* parts of the loop and the one it is in */
  uint32_t part;         /* the newest */
  uint32_t span;         /* open; NOTHING: none */
  uint32_t newest;       /* span of iterations */
  uint64_t region_order; /* of the region it is in */
  pme__heap_held held;
} followed_thread;

typedef struct trace_work {
  pme__packets packets;
  followed_thread *threads;
  size_t thread_count;
  pme__bytes parts, spans;
  uint64_t regions; /* executions so far */
  uint64_t unplaced;
  uint32_t team_size; /* the largest */
  pme__span_list *pieces;
  pme__piece *work;
  pme__bytes loops; /* blocks of the worksharing loops */
} trace_work;

static inline part *part_at(const trace_work *d, uint32_t index) { return (part *)pme__bytes_at(&d->parts, 0) + index; }
static inline size_t part_count(const trace_work *d) { return d->parts.count / sizeof(part); }
static inline pme__span *span_at(const trace_work *d, uint32_t index) {
  return (pme__span *)pme__bytes_at(&d->spans, 0) + index;
}
static inline size_t span_count(const trace_work *d) { return d->spans.count / sizeof(pme__span); }

/* Puts the parts of the same work together: the pieces of `out`, and their loops. PME_NO_MEMORY. */
pme_status pme__make_pieces(trace_work *d, pme__sequential_trace *out);

#endif
