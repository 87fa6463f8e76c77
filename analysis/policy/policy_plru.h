/* Tree-PLRU: inner nodes of a binary tree over the ways, numbered as in a heap from 1, are the bits of `state`; a node
 * points to the half that was not used last, 1: the right one. The victim is where the pointers lead.
 *
 * lru3plru4: three groups of four ways. Bits 4g + 1 .. 4g + 3 of `state` are the tree of group g; `more` holds the
 * groups, two bits each, the one used last lowest. Private to analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_PLRU_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_PLRU_H

#include "policy_placed.h"

/* The tree whose bits begin at `first`. */
static inline void pme__tree_use(uint64_t *state, int first, int leaves, int leaf) {
  for (int node = leaves + leaf; node > 1; node >>= 1) {
    uint64_t bit = UINT64_C(1) << (first + (node >> 1));
    *state = node & 1 ? *state & ~bit : *state | bit;
  }
}

static inline int pme__tree_lead(uint64_t state, int first, int leaves) {
  int node = 1;
  while (node < leaves)
    node = 2 * node + (int)(state >> (first + node) & 1);
  return node - leaves;
}

static inline void pme__plru_begin(pme__policy_set *set) { pme__placed_begin(set, 0, 0); }
static inline void pme__plru_touch(pme__policy_set *set, int way) { pme__tree_use(&set->state, 0, set->ways, way); }

static inline int pme__plru_victim(pme__policy_set *set) {
  int room = pme__placed_room(set);
  return room >= 0 ? room : pme__tree_lead(set->state, 0, set->ways);
}

static inline void pme__plru_fill(pme__policy_set *set, int way, void *line) {
  set->lines[way] = line;
  pme__plru_touch(set, way);
}

static inline void pme__plru_remove(pme__policy_set *set, int way) { set->lines[way] = NULL; }

enum { PME__GROUP_WAYS = 4, PME__GROUPS_IN_ORDER = 2 << 4 | 1 << 2 | 0 };

static inline void pme__lru3plru4_begin(pme__policy_set *set) { pme__placed_begin(set, 0, PME__GROUPS_IN_ORDER); }

/* The group comes to the front of those before it. */
static inline void pme__lru3plru4_touch(pme__policy_set *set, int way) {
  uint64_t group = (uint64_t)way / PME__GROUP_WAYS, before = 0;
  int shift = 0;
  pme__tree_use(&set->state, (int)group * PME__GROUP_WAYS, PME__GROUP_WAYS, way % PME__GROUP_WAYS);
  while ((set->more >> shift & 3) != group)
    shift += 2;
  before = set->more & ((UINT64_C(1) << shift) - 1);
  set->more = (set->more >> (shift + 2)) << (shift + 2) | before << 2 | group;
}

static inline int pme__lru3plru4_victim(pme__policy_set *set) {
  int room = pme__placed_room(set), group = (int)(set->more >> 4 & 3);
  return room >= 0 ? room
                   : group * PME__GROUP_WAYS + pme__tree_lead(set->state, group * PME__GROUP_WAYS, PME__GROUP_WAYS);
}

static inline void pme__lru3plru4_fill(pme__policy_set *set, int way, void *line) {
  set->lines[way] = line;
  pme__lru3plru4_touch(set, way);
}

static inline void pme__lru3plru4_remove(pme__policy_set *set, int way) { set->lines[way] = NULL; }

#endif
