/* Quad-age LRU, the family of uops.info: QLRU_Hxy_Mz_Rr_Uu[_UMO]. marks[way]: the age, 0 to 3; empty ways have 3.
 *
 *   Hxy   a hit makes x of age 3, y of 2, and 0 of 1 and 0
 *   Mz    a line comes in with age z
 *   Rr    what leaves: 0, 2 the first way of age 3; 1 the same, or way 0 where none has it
 *         (where there is room: the first empty way; 2 the last)
 *   Uu    then ages grow: 0 all by what the oldest lacks of 3; 1 all but the way that was used, by what the oldest of
 *         them lacks; 2 all by one if none has 3; 3 all but the way that was used by one if none has 3
 *   UMO   ages grow at misses alone, before the victim is looked for
 *
 * Private to simulator. */
#ifndef PMECACHE_SIMULATOR_POLICY_QLRU_H
#define PMECACHE_SIMULATOR_POLICY_QLRU_H

#include "placed_ways.h"

enum { SIM_OLDEST = 3 };

static inline void sim_qlru_init(sim_ways *set) {
  for (int way = 0; way < set->ways; way++)
    set->marks[way] = SIM_OLDEST;
}

/* The oldest age but that of one way (-1: of all). */
static inline int sim_qlru_oldest(const sim_ways *set, int but) {
  int oldest = -1;
  for (int way = 0; way < set->ways; way++)
    if (way != but && set->marks[way] > oldest)
      oldest = set->marks[way];
  return oldest;
}

/* `used`: the way that was used, -1: none. */
static inline void sim_qlru_grow_older(sim_ways *set, int used) {
  int aging = set->policy->aging, spared = aging == 1 || aging == 3 ? used : -1;
  int oldest = sim_qlru_oldest(set, aging == 1 ? used : -1);
  int by = oldest < 0 || oldest == SIM_OLDEST ? 0 : aging < 2 ? SIM_OLDEST - oldest : 1;
  for (int way = 0; way < set->ways; way++)
    if (way != spared)
      set->marks[way] = (uint8_t)(set->marks[way] + by);
}

static inline void sim_qlru_use(sim_ways *set, int way, uint8_t age) {
  set->marks[way] = age;
  if (!set->policy->aging_on_miss_only)
    sim_qlru_grow_older(set, way);
}

static inline void sim_qlru_touch(sim_ways *set, int way) {
  const uint8_t younger[] = {0, 0, set->policy->hit_of_2, set->policy->hit_of_3};
  sim_qlru_use(set, way, younger[set->marks[way]]);
}

static inline void sim_qlru_fill(sim_ways *set, int way) { sim_qlru_use(set, way, set->policy->fill_age); }

static inline int sim_qlru_victim(sim_ways *set) {
  int way = sim_first_marked(set, SIM_OLDEST);
  return way < set->ways ? way : 0;
}

#endif
