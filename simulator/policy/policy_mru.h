/* One mark a way: 1, not used of late. The victim is the first way with a 1.
 *
 * mru: when the last 1 goes, all others get it back. mru_n: the same, and nothing is noted until the set is full. nru:
 * all get it back when a victim is looked for and there is none. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_POLICY_MRU_H
#define PMECACHE_SIMULATOR_POLICY_MRU_H

#include "placed_ways.h"

static inline void sim_all_unused(sim_ways *set) {
  for (int way = 0; way < set->ways; way++)
    set->marks[way] = 1;
}

static inline void sim_mru_init(sim_ways *set) { sim_all_unused(set); }

static inline void sim_mru_touch(sim_ways *set, int way) {
  set->marks[way] = 0;
  if (sim_first_marked(set, 1) < set->ways)
    return;
  sim_all_unused(set);
  set->marks[way] = 0;
}

static inline void sim_mru_fill(sim_ways *set, int way) { sim_mru_touch(set, way); }

/* A single way is not marked when it alone was used. */
static inline int sim_mru_victim(sim_ways *set) {
  int way = sim_first_marked(set, 1);
  return way < set->ways ? way : 0;
}

static inline void sim_mru_n_init(sim_ways *set) { sim_all_unused(set); }
static inline void sim_mru_n_touch(sim_ways *set, int way) {
  if (sim_is_full(set))
    sim_mru_touch(set, way);
}
static inline void sim_mru_n_fill(sim_ways *set, int way) { sim_mru_n_touch(set, way); }
static inline int sim_mru_n_victim(sim_ways *set) { return sim_mru_victim(set); }

static inline void sim_nru_init(sim_ways *set) { sim_all_unused(set); }
static inline void sim_nru_touch(sim_ways *set, int way) { set->marks[way] = 0; }
static inline void sim_nru_fill(sim_ways *set, int way) { sim_nru_touch(set, way); }
static inline int sim_nru_victim(sim_ways *set) {
  if (sim_first_marked(set, 1) == set->ways)
    sim_all_unused(set);
  return sim_first_marked(set, 1);
}

#endif
