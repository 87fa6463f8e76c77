/* Any way, each with the same probability. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_POLICY_RANDOM_H
#define PMECACHE_SIMULATOR_POLICY_RANDOM_H

#include "placed_ways.h"
#include "simulator/random.h"

static inline void sim_random_init(sim_ways *set) { (void)set; }
static inline void sim_random_touch(sim_ways *set, int way) {
  (void)set;
  (void)way;
}
static inline void sim_random_fill(sim_ways *set, int way) { sim_random_touch(set, way); }
static inline int sim_random_victim(sim_ways *set) { return (int)sim_random_below(set->random, (uint64_t)set->ways); }

#endif
