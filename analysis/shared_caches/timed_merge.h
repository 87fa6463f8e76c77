/* One stream out of those of a team whose references have times: the earliest comes next.
 *
 * For streams of which only a part is looked at, a sample of the lines. The orders of interleave.h as they would be with all
 * the references in it:
 *
 *   round robin     as the times are
 *   proportional    each thread's time is stretched, so that all end together
 *   uniform, random the times of each thread drift as those of a thread do that is drawn at random
 *   stairs, skewed  threads start late by a share of their time, up to `skew`; evenly spread
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_TIMED_MERGE_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_TIMED_MERGE_H

#include "interleave.h"

typedef struct pme__timed_merge pme__timed_merge;

/* Rewinds all streams, which have times. `options`: order, seed and skew. PME_NO_MEMORY; PME_BAD_ARGUMENT as
 * pme__interleaver_open. Close with pme__timed_merge_close (accepts NULL). */
pme_status pme__timed_merge_open(const pme__streams *streams, const pme__interleave_options *options,
                                 pme__timed_merge **out);
void pme__timed_merge_close(pme__timed_merge *merge);
/* The next references and the threads that make them, at most `room`; 0 at the end. */
size_t pme__timed_merge_read(pme__timed_merge *merge, uint32_t *threads, pme__line_reference *references, size_t room);

#endif
