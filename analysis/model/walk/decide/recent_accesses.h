/* The accesses just before a target, looked at one by one. Private to analysis/model/walk/decide.
 *
 * Most lines that hit were touched in the same iteration of the innermost loop, or in the one or two before. To find
 * that out no generator is needed: going back through the body of the target, and through it again one iteration
 * earlier, costs a few nanoseconds an access, which is much less than making all references of the program ready for a
 * walk. What this cannot decide is left to the walk, which begins anew.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_RECENT_ACCESSES_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_RECENT_ACCESSES_H

#include "decide.h"

typedef struct pme__recent_accesses {
  const pme__loop_tree *program;
  const int64_t *bases;   /* per array, thread 0 */
  pme__sharers sharers;   /* of the target's cache instance, in its phase */
  int line_shift;         /* a line has 1 << line_shift bytes */
  int64_t sets, set_mask; /* mask 0: not a power of two */
  int ways;
  const pme__walk_instance *target;
  int64_t line, set;          /* the target's */
  int64_t *lines;             /* room for `ways`: other lines of the set */
  int line_count, last_touch; /* out: the reference that decided */
  int64_t work;               /* out: about ns */
} pme__recent_accesses;

/* HIT or MISS with the target's line against all others, or UNDECIDED: the accesses looked at do not tell. */
pme__walk_verdict pme__recent_accesses_decide(pme__recent_accesses *recent);

#endif
