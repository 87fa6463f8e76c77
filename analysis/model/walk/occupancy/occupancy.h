/* Whether what one reuse window brings into the target's own set fits there: counted, not walked. Private to
 * analysis/model/walk.
 *
 * A certificate (certificate.h) asks for the fullest of all sets. Where a window nearly fills the cache, or strides
 * leave some sets empty and others full, it fails for the stratum, but the set of one instance is known. In the window
 * each reference touches copies of an interval of bytes (set_lines.h), at addresses that are known for the instance.
 *
 * Upper bound: all loops in full, in both iterations that the window meets, by all threads of the cache. With no more
 * lines than ways, the target's included, the access hits. Lower bound: iterations that lie in the window as a whole
 * (those of the loop inside that come after the earlier touch, or before the target), at addresses that certainly
 * differ. With more lines than ways it misses. Both are rigorous, and cost a fraction of a walk. What lies between them
 * is walked.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_OCCUPANCY_H
#define PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_OCCUPANCY_H

#include "analysis/model/walk/decide/reuse_run.h"

typedef struct pme__occupancy pme__occupancy;
/* What a window's loop holds is the same for all references in it: known once, it is not looked for again. */
typedef struct pme__occupancy_memo pme__occupancy_memo;

/* For the references of one level, which come in their order. Lives in `arena`. NULL: no memory. */
pme__occupancy_memo *pme__occupancy_memo_create(pme_arena *arena);

/* For stratum `c` of a reference; *out is NULL where there is nothing to count by (the stratum has no carrier, threads
 * are not in step, there are too many references or copies). Lives in `arena`. PME_NO_MEMORY. */
pme_status pme__occupancy_create(pme__level_state *state, const pme__carriers *carriers, int c,
                                 pme__occupancy_memo *memory, pme_arena *arena, pme__occupancy **out);

/* HIT, MISS or UNDECIDED for one line of an instance that was touched before in the stratum (not the leader of its
 * run). Lines of all threads count, or those of its own (RIVALS_OWN). */
pme__walk_verdict pme__occupancy_decide(pme__occupancy *occupancy, const pme__walk_instance *instance, int64_t line,
                                        pme__interference interference);

/* How often a look at the last accesses decided instances of a stratum. */
typedef struct pme__recent_success {
  int64_t tried, decided;
} pme__recent_success;

/* The verdict for such an instance: counted, found among the last accesses, or walked; `occupancy` may be NULL. The
 * first two are asked as long as they answer often enough. */
pme__walk_verdict pme__walk_decide_member(pme__level_state *state, pme__occupancy *occupancy,
                                          pme__recent_success *recent_success, const pme__walk_instance *instance,
                                          int64_t line);

#endif
