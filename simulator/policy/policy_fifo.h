/* First in, first out. marks[way]: how many came after the one there. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_POLICY_FIFO_H
#define PMECACHE_SIMULATOR_POLICY_FIFO_H

#include "placed_ways.h"

static inline void sim_fifo_init(sim_ways *set) {
  for (int way = 0; way < set->ways; way++)
    set->marks[way] = (uint8_t)way;
}

static inline void sim_fifo_touch(sim_ways *set, int way) {
  (void)set;
  (void)way;
}

static inline void sim_fifo_fill(sim_ways *set, int way) {
  for (int other = 0; other < set->ways; other++)
    if (set->marks[other] < set->marks[way])
      set->marks[other]++;
  set->marks[way] = 0;
}

static inline int sim_fifo_victim(sim_ways *set) { return sim_first_marked(set, (uint8_t)(set->ways - 1)); }

#endif
