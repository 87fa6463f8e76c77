/* A bit for each way in `state`: 1, not used of late. The first of them leaves. mru (bit-PLRU): when the last goes, all
 * others come back. mru_n: the same, but nothing is noted until the set is full. nru: all come back when a victim is
 * looked for and there is none. Private to analysis/policy. */
#ifndef PMECACHE_ANALYSIS_POLICY_POLICY_MRU_H
#define PMECACHE_ANALYSIS_POLICY_POLICY_MRU_H

#include "policy_placed.h"

static inline void pme__mru_begin(pme__policy_set *set) { pme__placed_begin(set, pme__placed_all(set), 0); }

static inline void pme__mru_touch(pme__policy_set *set, int way) {
  set->state &= ~(UINT64_C(1) << way);
  if (set->state == 0)
    set->state = pme__placed_all(set) & ~(UINT64_C(1) << way);
}

static inline int pme__mru_victim(pme__policy_set *set) {
  int room = pme__placed_room(set);
  return room >= 0 ? room : set->state ? __builtin_ctzll(set->state) : 0;
}

static inline void pme__mru_fill(pme__policy_set *set, int way, void *line) {
  set->lines[way] = line;
  pme__mru_touch(set, way);
}

static inline void pme__mru_remove(pme__policy_set *set, int way) { set->lines[way] = NULL; }

static inline void pme__mru_n_begin(pme__policy_set *set) { pme__mru_begin(set); }

static inline void pme__mru_n_touch(pme__policy_set *set, int way) {
  if (pme__placed_room(set) < 0)
    pme__mru_touch(set, way);
}

static inline int pme__mru_n_victim(pme__policy_set *set) { return pme__mru_victim(set); }

static inline void pme__mru_n_fill(pme__policy_set *set, int way, void *line) {
  pme__mru_n_touch(set, way);
  set->lines[way] = line;
}

static inline void pme__mru_n_remove(pme__policy_set *set, int way) { pme__mru_remove(set, way); }

static inline void pme__nru_begin(pme__policy_set *set) { pme__mru_begin(set); }
static inline void pme__nru_touch(pme__policy_set *set, int way) { set->state &= ~(UINT64_C(1) << way); }

static inline int pme__nru_victim(pme__policy_set *set) {
  int room = pme__placed_room(set);
  if (room < 0 && set->state == 0)
    set->state = pme__placed_all(set);
  return room >= 0 ? room : __builtin_ctzll(set->state);
}

static inline void pme__nru_fill(pme__policy_set *set, int way, void *line) {
  set->lines[way] = line;
  pme__nru_touch(set, way);
}

static inline void pme__nru_remove(pme__policy_set *set, int way) { pme__mru_remove(set, way); }

#endif
