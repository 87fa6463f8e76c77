/* Accesses that go again where their body has just been. A function of straight lines (5 x 5 blocks eliminated without
 * a loop) reads and writes each of its elements dozens of times: those in the middle hit for certain, and which lines
 * are there before and behind the body does not depend on them. Without them a program of thousands of accesses has
 * hundreds.
 *
 * An access REPEATS if others of the same bytes stand before it and behind it in one run of accesses, without a loop
 * or a condition between; of writes the last one stays. It hits where lines that the run touches cannot fill a set:
 * accesses whose addresses differ by a constant below the bytes that all sets hold once (a CLUSTER) have a line in a
 * set, so that fewer clusters than ways do, of all threads that share the cache; or, where threads do, lines that are
 * few beside the cache. What other threads write may be lost between: arrays that are written count where no two
 * threads are in one line at a time, or where they are private.
 */
#ifndef PMECACHE_ANALYSIS_REPEATS_REPEATS_H
#define PMECACHE_ANALYSIS_REPEATS_REPEATS_H

#include "pmecache/prediction.h"

/* With fewer a program is answered as it stands. */
enum { PME__LEAST_REPEATS = 64 };

typedef struct pme__repeats {
  const pme_concrete *concrete; /* without them; NULL: they are too few */
  const int *first;             /* [node]: the first access of the run to the same bytes; PME_NONE: repeats none */
  int count;
} pme__repeats;

/* `out` lives in the arena, and no longer than the source. PME_NO_MEMORY. */
pme_status pme__leave_out_repeats(const pme_concrete *source, const pme_machine *machine, pme_arena *arena,
                                  pme__repeats *out);
/* Rows of what was left out: hits, as often as the first access of their run, where that is answered. */
void pme__give_repeats(const pme__repeats *repeats, pme_prediction *inout);

#endif
