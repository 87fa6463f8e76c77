/* References that are looked for together. Private to analysis/model/walk/decide.
 *
 * Accesses of one group that differ by a constant only, of a few lines (u[i][j-1], u[i][j], u[i][j+1]; the members of a
 * structure), are a BUNDLE: where one of them touches a set there mostly are others, in the same line. A walk follows a
 * bundle as one wide access. Its members leave out no line between the first byte and the last, so that a line of the
 * set that lies in these bytes is touched by some member; which one is the latest is asked when it matters.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_ACCESS_GROUP_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_ACCESS_GROUP_H

#include "analysis/model/loop_tree/loop_tree.h"

/* Which references are bundled: bundle b holds references order[first[b]] .. order[first[b + 1] - 1], the one at the
 * lowest address first; that one stands for the bundle. */
typedef struct pme__walk_bundling {
  int count;
  const int *bundles; /* per reference: the one that it is in */
  const int *order;
  const int *first;
} pme__walk_bundling;

/* For a cache of lines of line_bytes whose sets repeat after turn_bytes. Bundles are short enough to meet one line of a
 * set at a time; where not even one access is, every reference is a bundle of its own. Lives in `arena`. PME_NO_MEMORY.
 */
pme_status pme__walk_find_bundles(const pme__loop_tree *program, int64_t line_bytes, int64_t turn_bytes,
                                  pme_arena *arena, pme__walk_bundling *out);

static inline int pme__walk_leader(const pme__walk_bundling *bundling, int bundle) {
  return bundling->order[bundling->first[bundle]];
}

#endif
