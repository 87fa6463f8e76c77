/* The trace of a sequential run, as text (docs/formats/trace.md): references with the borders of loops, iterations,
 * blocks.
 *
 *   pmetrace 1                          first line
 *   master | all | loop [KIND[,CHUNK]]  what follows is done by the master, by every thread, or shared out; KIND is
 *                                       static, dynamic or guided. "nowait" at the end: no barrier behind it
 *   i                                   an iteration of the loop starts
 *   b N                                 a basic block starts (for Algorithm 1 of PPT-SASMM), N below 2^20
 *   r ADDRESS BYTES [p]                 a read; the address in hexadecimal; p: every thread has this memory of its own
 *   w ADDRESS BYTES [p]                 a write
 *   # ...                               anything
 *
 * A reference that straddles lines is one reference for each line.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_TEXT_TRACE_H
#define PMECACHE_ANALYSIS_TEAM_TEXT_TRACE_H

#include <stdio.h>

#include "private_traces.h"
#include "team_streams.h"

struct pme_trace;
struct pme_instrumented_block;

typedef struct pme__sequential_trace {
  uint32_t line_bytes;
  size_t work_count;
  pme__piece *work;                 /* as the program says; a copy may have another schedule */
  pme__iteration_array *iterations; /* of each piece of work */
  pme__block_trace blocks;          /* executions == 0: the trace has no blocks */
  uint64_t reference_count;
  bool has_iterations; /* a loop with more than one iteration */
  /* Of an instrumented run (trace_work.h), else NULL and none: the trace, and its worksharing loops; loops[l] is the
   * one that pieces call l + 1. */
  struct pme_trace *recorded;
  uint32_t team_size; /* the largest; 0: not known */
  uint32_t loop_count;
  const struct pme_instrumented_block *const *loops;
  void *memory;                                               /* private */
  void *kept;                                                 /* private: of kept_trace.h */
  pme_status (*status)(const struct pme__sequential_trace *); /* private; NULL: nothing is read any more */
  void (*close)(struct pme__sequential_trace *trace);         /* private */
} pme__sequential_trace;

/* PME_BAD_INPUT with line and column of the first fault, PME_BAD_ARGUMENT for a line size that is no power of two,
 * PME_NO_MEMORY, PME_IO. Free with pme__sequential_trace_close. */
pme_status pme__sequential_trace_read(FILE *stream, uint32_t line_bytes, pme__sequential_trace *out, pme_error *error);
void pme__sequential_trace_close(pme__sequential_trace *trace);
/* PME_OK, or why references could not be read any more (PME_IO, PME_NO_MEMORY): what has been counted since the trace
 * was opened is nothing then. */
pme_status pme__sequential_trace_status(const pme__sequential_trace *trace);

/* The schedule that KIND[,CHUNK] names; guided is libomp's. False when it names none. */
bool pme__team_schedule_from_text(const char *text, pme__team_schedule_kind *kind, uint64_t *chunk);

#endif
