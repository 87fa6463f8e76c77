/* Recording what an OpenMP program touches: by every thread when it runs in parallel, and with the borders of phases,
 * iterations and blocks when it runs with one thread.
 *
 * Kernels are written with these macros instead of plain array references; the code runs for real, so that bounds and
 * subscripts that depend on data are what they are.
 */
#ifndef PMECACHE_BENCHMARKS_MIMICRY_RECORD_H
#define PMECACHE_BENCHMARKS_MIMICRY_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/shared_caches/concurrent_lines.h"

enum { RECORD_THREADS = 64 };

typedef struct recording {
  uint64_t count, room;
  pme__line_reference *reference;
  /* Of one thread: where phases, iterations and blocks start. */
  uint64_t phase_count, phase_room, *phase; /* index of the first reference, and of ... */
  uint64_t *phase_iteration;                /* ... the first iteration */
  uint64_t iteration_count, iteration_room, *iteration;
  uint64_t block_count, block_room, *block;
  uint32_t *block_number;
} recording;

extern recording record_thread[RECORD_THREADS];
extern _Thread_local recording *record_own; /* of the running thread */

void record_clear(void);
/* To be called by every thread at the start of the parallel region. */
void record_join(int thread);
/* A loop starts (all threads are past a barrier). */
void record_phase(void);
void record_iteration(void);
void record_block(uint32_t number);
void record_access(const void *address, size_t bytes, int is_write, int is_private);

#define R(lvalue) (record_access(&(lvalue), sizeof(lvalue), 0, 0), (lvalue))
#define W(lvalue) (*(record_access(&(lvalue), sizeof(lvalue), 1, 0), &(lvalue)))
/* The thread's own memory. */
#define R_OWN(lvalue) (record_access(&(lvalue), sizeof(lvalue), 0, 1), (lvalue))
#define W_OWN(lvalue) (*(record_access(&(lvalue), sizeof(lvalue), 1, 1), &(lvalue)))

#endif
