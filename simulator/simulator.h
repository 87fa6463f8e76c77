/* pmecache: the exact simulator. It runs a program access by access through set-associative caches.
 *
 * It is the judge of the model, so it shares no code with analysis/model: it reads a pme_concrete and a pme_machine
 * and counts. What it defines precisely (docs/model/simulator.md has the long form):
 *
 *   caches      cold at the start, the machine's policy, one set of tags per instance of a level; a read and a write count alike.
 *   access      touches every line that [offset, offset + size) covers: one access, which may miss more than once.
 *   threads     code outside regions runs on thread 0. In a region the threads issue one access each in turn, in the
 *               order 0..T-1 (lock step); a thread that has finished or waits at a barrier is silent; after a barrier
 *               a new round begins with thread 0. Cost is proportional to the number of accesses.
 *   miss kinds  cold: this instance never held the line. self / other_threads: it did, and the access that evicted the
 *               line was made by the thread that misses now / by another one.
 *               coherence: a write of another instance took the line away, which would be there otherwise; 0 unless
 *               the options ask for invalidation.
 */
#ifndef PMECACHE_SIMULATOR_SIMULATOR_H
#define PMECACHE_SIMULATOR_SIMULATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/machine.h"
#include "pmecache/prediction.h"
#include "pmecache/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pme_simulate_interleave {
  PME_INTERLEAVE_LOCKSTEP, /* one access each in turn */
  PME_INTERLEAVE_RANDOM,   /* the next access comes from a thread drawn uniformly among those that can run */
  PME_INTERLEAVE_DRIFT     /* lock step in which a thread's turn brings 0, 1 or 2 accesses (1/16, 7/8, 1/16) */
} pme_simulate_interleave;

typedef enum pme_simulate_levels {
  PME_LEVELS_DIRECT,  /* every level sees all accesses of the threads that share it, as the model assumes */
  PME_LEVELS_FILTERED /* a level sees only the lines that the level above missed, as hardware does */
} pme_simulate_levels;

enum { PME_SIMULATE_MAX_THREADS = 4096, PME_SIMULATE_MAX_DRAWS = 1000000, PME_SIMULATE_MAX_REFERENCES = 1 << 20 };
/* Effort limits that a zero in the options stands for. */
#define PME_SIMULATE_DEFAULT_ACCESSES UINT64_C(10000000000)
#define PME_SIMULATE_DEFAULT_MEMORY_BYTES (UINT64_C(4) << 30)

/* What is asked. Zero-initialised: lock step, direct, no invalidation, given bases, default limits. */
typedef struct pme_simulate_options {
  pme_simulate_interleave interleave;
  pme_simulate_levels levels;
  /* A write takes its lines away from the other instances of every level (docs/model/simulator.md). Off: writes are
   * like reads, as the model's figures without coherence misses are meant. */
  bool coherence;
  bool traffic;  /* also count lines that cross the borders of levels; machines with a hierarchy have that anyway */
  uint64_t seed; /* of the interleaving and of the base draws; equal seeds give equal results */
  /* 0: bases as given (unknown ones are placed one after another). K >= 1: the mean over K draws of the bases that
   * are not given, each a multiple of its array's alignment; groups move together. */
  int random_bases;
  /* Effort limit: accesses of all draws together, and as many iterations of loops that are not innermost (and lines of
   * accesses wider than 64 bytes). 0: the default above. */
  uint64_t max_accesses;
  uint64_t max_memory_bytes; /* for tags and for what is remembered of each line; 0: the default above */
  /* Called about every 2^24 accesses with the number done so far; false stops the run. May be NULL. */
  bool (*progress)(void *context, uint64_t accesses);
  void *progress_context;
} pme_simulate_options;

/* Simulates what of `concrete` is modelled. The result lives in `arena` and points to `concrete` and `machine`.
 * Its engine is SIMULATOR; its precision is EXACT for given bases, and ESTIMATE with a 95% interval for the mean over
 * K >= 2 draws. It holds an assumption when bases were not known. `options` may be NULL.
 *
 * PME_OVER_BUDGET (message: which limit), PME_BAD_ARGUMENT (options, or a machine whose level has no sets, or lines of
 * several sizes where lines move between levels),
 * PME_BAD_INPUT (a collapse without as many nested loops), PME_UNSUPPORTED (an access of 2 GiB or more, too many
 * references), PME_NO_MEMORY. */
pme_status pme_simulate(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options,
                        pme_arena *arena, pme_prediction **out, pme_error *error);

#ifdef __cplusplus
}
#endif
#endif
