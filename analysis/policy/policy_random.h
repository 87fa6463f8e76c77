/* Any line leaves, each with the same probability. `state` is that of the numbers; who runs one set from several states
 * sets it before each access, so that equal accesses draw equal numbers. Private to analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_RANDOM_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_RANDOM_H

#include "policy_placed.h"

static inline void pme__random_begin(pme__policy_set *set) { pme__placed_begin(set, 0, 0); }
static inline void pme__random_touch(pme__policy_set *set, int way) {
  (void)set;
  (void)way;
}

/* splitmix64 */
static inline int pme__random_victim(pme__policy_set *set) {
  int room = pme__placed_room(set);
  if (room >= 0)
    return room;
  uint64_t z = (set->state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return (int)((((z ^ (z >> 31)) >> 32) * set->ways) >> 32);
}

static inline void pme__random_fill(pme__policy_set *set, int way, void *line) { set->lines[way] = line; }
static inline void pme__random_remove(pme__policy_set *set, int way) { set->lines[way] = NULL; }

#endif
