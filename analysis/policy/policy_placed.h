/* What policies share that leave lines in their ways (at most 64). Private to analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_PLACED_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_PLACED_H

#include <stddef.h>

/* A bit for each way. */
static inline uint64_t pme__placed_all(const pme__policy_set *set) { return UINT64_MAX >> (64 - set->ways); }

static inline void pme__placed_begin(pme__policy_set *set, uint64_t state, uint64_t more) {
  set->count = set->ways;
  set->state = state;
  set->more = more;
}

static inline uint64_t pme__placed_empty(pme__policy_set *set) {
  uint64_t empty = 0;
  for (int way = 0; way < set->ways && !set->is_full; way++)
    empty |= (uint64_t)(set->lines[way] == NULL) << way;
  set->is_full = empty == 0;
  return empty;
}

/* The first empty way, -1: none. */
static inline int pme__placed_room(pme__policy_set *set) {
  for (int way = 0; way < set->ways && !set->is_full; way++)
    if (!set->lines[way])
      return way;
  set->is_full = true;
  return -1;
}

#endif
