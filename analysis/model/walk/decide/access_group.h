/* Accesses to neighbouring bytes that a walk follows as one. Private to analysis/model/walk/decide.
 *
 * Accesses of one body that differ by a constant only, of a few lines (u[i][j-1], u[i][j], u[i][j+1]; the members of a
 * structure), are an ACCESS GROUP: where one of them touches a set, mostly the others do, in the same line. A walk
 * follows the group as one wide access. Its members leave out no line between the first byte and the last, so that a
 * line of the set that lies in these bytes is touched by some member; which one is the latest is asked when it matters.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_ACCESS_GROUP_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_ACCESS_GROUP_H

#include "analysis/model/loop_tree/loop_tree.h"

/* Which references are grouped: access group b holds references order[first[b]] .. order[first[b + 1] - 1], the one at
 * the lowest address first; that one stands for the access group. */
typedef struct pme__access_grouping {
  int count;
  const int *group_of; /* per reference: the one that it is in */
  const int *order;
  const int *first;
} pme__access_grouping;

/* For a cache of lines of line_bytes whose sets repeat after way_bytes. Access groups are short enough to meet one line
 * of a set at a time; where not even one access is, every reference is an access group of its own. Lives in `arena`.
 * PME_NO_MEMORY.
 */
pme_status pme__find_access_groups(const pme__loop_tree *program, int64_t line_bytes, int64_t way_bytes,
                                   pme_arena *arena, pme__access_grouping *out);

static inline int pme__access_group_leader(const pme__access_grouping *grouping, int access_group) {
  return grouping->order[grouping->first[access_group]];
}

#endif
