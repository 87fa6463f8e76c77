/* Lines that private caches lose to writes of other threads. Private to walk_*.c.
 *
 * Caches that are kept coherent by invalidation (MESI) lose a line when another instance of their level writes any byte
 * of it. An access that would hit (pme__walk_decide) misses when such a write lies between the last touch of the line
 * by its own instance and the access itself; it is FALSE SHARING when the bytes that the access wants were not written.
 * The way that an invalidation empties is not followed further: what it saves others is small beside what it costs.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_COHERENCE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_COHERENCE_H

#include "walk_sample.h"

typedef struct pme__walk_sharing {
  double coherence, false_sharing; /* misses of the reference, the second is part of the first */
  double half_width;               /* 95%, of coherence */
} pme__walk_sharing;

/* Estimates all references of the sieve's program at `level`, executed executions[r] times; sharing[] is written. About
 * `effort` ns. PME_NO_MEMORY. */
pme_status pme__walk_share_level(pme__walk_sieve *sieve, const pme_machine *machine, int level,
                                 const int64_t *executions, double effort, uint64_t seed, pme_arena *arena,
                                 pme__walk_sharing *sharing);

#endif
