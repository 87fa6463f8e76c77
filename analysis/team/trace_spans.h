/* Iterations in a recorded trace: where they are, and the references that they make, read from the file when they are
 * asked for.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_SPANS_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_SPANS_H

#include "team_streams.h"
#include "trace_packets.h"
#include "trace_records.h"

/* Records of a thread that belong together: iterations of a loop, one behind the other, that begin in the same packet
 * (the last one may end in another); or what makes up one iteration, whatever its records are. */
typedef struct pme__span {
  uint32_t packet;      /* that the first word is in */
  uint32_t mark;        /* of the first iteration, among those of the packet */
  uint32_t piece;       /* of work */
  bool is_one;          /* one iteration */
  uint64_t number;      /* of the first iteration in its loop */
  uint64_t first, last; /* words of the thread */
  uint64_t iterations;
  uint64_t references;
  uint64_t start; /* iterations of the piece in front of it */
} pme__span;

/* The spans of a piece, in the order of its iterations. */
typedef struct pme__span_list {
  pme__packets *packets;
  const pme__span *spans;
  size_t count;
  uint64_t iterations;
  uint32_t packets_of_reader; /* that a reader may go back and forth between */
} pme__span_list;

/* Iterations of the list, which must outlive the result. A packet that cannot be read any more has none, which the
 * status of `packets` tells. */
pme__iterations pme__iterations_of_spans(pme__span_list *list);

#endif
