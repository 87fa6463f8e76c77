/* Replacement in sets whose lines stay in their ways. A policy is a file policy_NAME.h with four functions:
 *
 *     sim_NAME_init(set)         of an empty set
 *     sim_NAME_touch(set, way)   the line there was used
 *     sim_NAME_victim(set)       the way of the line that leaves the full set
 *     sim_NAME_fill(set, way)    a line has come in there
 *
 * LRU is not among them: its sets are lists in order of recency (policy_lru.h). Private to simulator. */
#ifndef PMECACHE_SIMULATOR_REPLACEMENT_H
#define PMECACHE_SIMULATOR_REPLACEMENT_H

#include "policy_fifo.h"
#include "policy_mru.h"
#include "policy_plru.h"
#include "policy_qlru.h"
#include "policy_random.h"

#define SIM_EACH_POLICY(DO, ...)                                                                                       \
  switch (set->policy->kind) {                                                                                         \
  case PME_POLICY_PLRU:                                                                                                \
    DO(plru, __VA_ARGS__);                                                                                             \
    break;                                                                                                             \
  case PME_POLICY_LRU3PLRU4:                                                                                           \
    DO(lru3plru4, __VA_ARGS__);                                                                                        \
    break;                                                                                                             \
  case PME_POLICY_NRU:                                                                                                 \
    DO(nru, __VA_ARGS__);                                                                                              \
    break;                                                                                                             \
  case PME_POLICY_MRU:                                                                                                 \
    DO(mru, __VA_ARGS__);                                                                                              \
    break;                                                                                                             \
  case PME_POLICY_MRU_N:                                                                                               \
    DO(mru_n, __VA_ARGS__);                                                                                            \
    break;                                                                                                             \
  case PME_POLICY_LRU:                                                                                                 \
  case PME_POLICY_FIFO:                                                                                                \
    DO(fifo, __VA_ARGS__);                                                                                             \
    break;                                                                                                             \
  case PME_POLICY_RANDOM:                                                                                              \
    DO(random, __VA_ARGS__);                                                                                           \
    break;                                                                                                             \
  case PME_POLICY_QLRU:                                                                                                \
    DO(qlru, __VA_ARGS__);                                                                                             \
    break;                                                                                                             \
  }

static inline void sim_init_ways(sim_ways *set) {
#define SIM_INIT(name, ...) sim_##name##_init(set)
  SIM_EACH_POLICY(SIM_INIT, )
#undef SIM_INIT
}

static inline void sim_touch_way(sim_ways *set, int way) {
#define SIM_TOUCH(name, ...) sim_##name##_touch(set, __VA_ARGS__)
  SIM_EACH_POLICY(SIM_TOUCH, way)
#undef SIM_TOUCH
}

static inline void sim_fill_way(sim_ways *set, int way) {
#define SIM_FILL(name, ...) sim_##name##_fill(set, __VA_ARGS__)
  SIM_EACH_POLICY(SIM_FILL, way)
#undef SIM_FILL
}

static inline int sim_victim_way(sim_ways *set) {
  int victim = 0;
#define SIM_VICTIM(name, ...) victim = sim_##name##_victim(set)
  SIM_EACH_POLICY(SIM_VICTIM, )
#undef SIM_VICTIM
  return victim;
}

/* Where a line comes to: an empty way, the first as a rule; else the victim's. */
static inline int sim_way_for_new(sim_ways *set) {
  const pme_policy *policy = set->policy;
  if (policy->kind == PME_POLICY_QLRU && policy->aging_on_miss_only)
    sim_qlru_grow_older(set, -1);
  if (sim_is_full(set))
    return sim_victim_way(set);
  int way = sim_way_of(set, SIM_NO_LINE);
  for (int w = way; policy->kind == PME_POLICY_QLRU && policy->place == 2 && w < set->ways; w++)
    way = set->tags[w] == SIM_NO_LINE ? w : way;
  return way;
}

#endif
