/* Private traces from a sequential one, by basic blocks: PPT-SASMM and PPT-Multicore, Algorithm 1
 * (docs/model/profiles.md 5.1).
 *
 * A block that was executed fewer times than there are cores is copied to every core; the executions of every other
 * block are dealt out in contiguous runs, each block by its own count. Private lines get an offset for each core,
 * shared ones none. Kept for comparison: the blocks of one iteration may land on different cores. team_streams.h deals
 * out whole iterations, as the runtime does.
 *
 * No core has a copy of the trace: each reads the sequential one and passes over what is not its own.
 */
#ifndef PMECACHE_ANALYSIS_TEAM_PRIVATE_TRACES_H
#define PMECACHE_ANALYSIS_TEAM_PRIVATE_TRACES_H

#include "analysis/shared_caches/concurrent_lines.h"

typedef enum pme__private_form {
  PME_PRIVATE_REPAIRED,
  /* As printed: blocks with cores <= count < 2 cores are copied too, and executions beyond cores * (count / cores) go
   * to a core that does not exist; they are left out. */
  PME_PRIVATE_PRINTED
} pme__private_form;

/* Execution e is of block[e] and makes the references start[e] .. start[e + 1] - 1. Private lines carry
 * PME_REFERENCE_PRIVATE. The arrays belong to the caller and must outlive the traces. */
typedef struct pme__block_trace {
  uint64_t executions;
  const uint32_t *block;
  const uint64_t *start; /* executions + 1 */
  const pme__line_reference *reference;
  uint32_t blocks; /* numbers are below */
} pme__block_trace;

typedef struct pme__private_options {
  pme__private_form form;
  uint32_t cores;
  uint64_t chunk;        /* repaired: executions in turns of this many; 0: contiguous */
  uint64_t offset_lines; /* between the private lines of two cores; 0: more than the largest line, a multiple of 64 */
} pme__private_options;

typedef struct pme__private_traces pme__private_traces;

/* PME_NO_MEMORY; PME_BAD_ARGUMENT for no cores or an offset that lets the lines of two cores meet or leave the range.
 * Close with pme__private_traces_close (accepts NULL). */
pme_status pme__private_traces_open(const pme__block_trace *trace, const pme__private_options *options,
                                    pme__private_traces **out);
void pme__private_traces_close(pme__private_traces *traces);
/* The streams of the cores; they live as long as the traces. */
pme__streams pme__private_traces_streams(pme__private_traces *traces);

/* Which core executes the k-th of `count` executions: q = count / cores, r = count % cores; the first r cores have q +
 * 1 (chunk 0), or chunks in turn. count >= cores for chunk 0. */
uint32_t pme__private_traces_owner(uint64_t k, uint64_t count, uint32_t cores, uint64_t chunk);

/* Private blocks of the heap stand where one bit is far above all others (trace_records.h). glibc gives each thread an
 * arena that begins at a multiple of 64 MiB, so they fall into the same sets in all threads. */
static inline bool pme__is_private_heap(uint64_t line) {
  return line >> 46 && (line ^ UINT64_C(1) << (63 - __builtin_clzll(line))) >> 42 == 0;
}
#define PME_ARENA_DISTANCE_LINES (UINT64_C(1) << 36)

/* The line of `core` for a reference of the sequential trace: moved when it is private; the flag is dropped. */
static inline pme__line_reference pme__reference_on_core(pme__line_reference reference, uint32_t core,
                                                         uint64_t offset_lines) {
  uint64_t line = pme__reference_line(reference);
  if (reference & PME_REFERENCE_PRIVATE)
    line += core * (pme__is_private_heap(line) ? PME_ARENA_DISTANCE_LINES : offset_lines);
  return pme__reference_make(line, pme__reference_is_write(reference));
}

#endif
