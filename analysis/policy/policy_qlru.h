/* Quad-age LRU (pme_policy in pmecache/machine.h has the parameters): each way has an age of two bits, the low one in
 * `state`, the high one in `more`; empty ways have age 3. Private to analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_QLRU_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_QLRU_H

#include "policy_placed.h"

static inline void pme__qlru_begin(pme__policy_set *set) {
  pme__placed_begin(set, pme__placed_all(set), pme__placed_all(set));
}

static inline void pme__qlru_set_age(pme__policy_set *set, int way, uint64_t age) {
  uint64_t bit = UINT64_C(1) << way;
  set->state = (set->state & ~bit) | (age & 1) << way;
  set->more = (set->more & ~bit) | (age >> 1) << way;
}

/* The ways of `who` are as many years older; none of them gets older than 3. */
static inline void pme__qlru_add(pme__policy_set *set, uint64_t who, int years) {
  if (years & 1) {
    set->more ^= set->state & who;
    set->state ^= who;
  }
  if (years & 2)
    set->more ^= who;
}

/* `used`: a bit for the way that was used, 0: none. */
static inline void pme__qlru_age(pme__policy_set *set, uint64_t used) {
  int aging = set->policy->aging;
  uint64_t all = pme__placed_all(set), others = all & ~used, seen = aging == 1 ? others : all;
  uint64_t threes = set->state & set->more & seen;
  if (threes || !seen)
    return;
  int oldest = set->more & seen ? 2 : set->state & seen ? 1 : 0;
  pme__qlru_add(set, aging & 1 ? others : all, aging < 2 ? 3 - oldest : 1);
}

static inline void pme__qlru_use(pme__policy_set *set, int way, uint64_t age) {
  pme__qlru_set_age(set, way, age);
  if (!set->policy->aging_on_miss_only)
    pme__qlru_age(set, UINT64_C(1) << way);
}

static inline void pme__qlru_touch(pme__policy_set *set, int way) {
  uint64_t high = set->more >> way & 1, low = set->state >> way & 1;
  pme__qlru_use(set, way, !high ? 0 : low ? set->policy->hit_of_3 : set->policy->hit_of_2);
}

static inline int pme__qlru_victim(pme__policy_set *set) {
  if (set->policy->aging_on_miss_only)
    pme__qlru_age(set, 0);
  uint64_t empty = pme__placed_empty(set), threes = set->state & set->more;
  if (empty)
    return set->policy->place == 2 ? 63 - __builtin_clzll(empty) : __builtin_ctzll(empty);
  return threes ? __builtin_ctzll(threes) : 0;
}

static inline void pme__qlru_fill(pme__policy_set *set, int way, void *line) {
  set->lines[way] = line;
  pme__qlru_use(set, way, set->policy->fill_age);
}

static inline void pme__qlru_remove(pme__policy_set *set, int way) { set->lines[way] = NULL; }

#endif
