/* Exact reuse distances of a long trace on several cores (after Niu, Dinan, Lu and Sadayappan 2012, PARDA).
 *
 * The trace is cut into one piece a worker, and each is measured by an engine of its own. What is wrong then are the
 * references that are the first to their line in their piece. Each piece's list of them, in order, is handed to the
 * engine of the piece before it, as if it came after that piece's references: the distinct lines since the last use
 * are those after it there, and those of the list so far. A line that is new there, too, goes on to the piece before
 * that one. So the result is the same as in sequence; what is not done in parallel is as long as those lists.
 */
#ifndef PMECACHE_TEST_REFERENCE_DISTANCE_SPLIT_H
#define PMECACHE_TEST_REFERENCE_DISTANCE_SPLIT_H

#include "analysis/reuse/distance.h"

enum { PME_SPLIT_MAX_WORKERS = 64 };

/* Processor time, for measuring: of the slowest worker, and of what came after. */
typedef struct pme_split_times {
  double worker_s, merge_s;
} pme_split_times;

/* distances[count] from lines[count], with 1 .. PME_SPLIT_MAX_WORKERS threads; `times` may be NULL. A thread that
 * cannot be started is replaced by the caller's. PME_BAD_ARGUMENT, PME_NO_MEMORY (then the distances are not to be
 * used). */
pme_status pme_distance_split(const uint64_t *lines, size_t count, int workers, uint64_t *distances,
                              pme_split_times *times);

#endif
