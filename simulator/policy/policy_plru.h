/* Tree pseudo-LRU: the ways are leaves of a binary tree, each inner node points to the half that was not used last. The
 * victim is where the pointers lead. Nodes are numbered as in a heap, from 1; marks[node]: 0 left, 1 right.
 *
 * lru3plru4: three groups of four ways, each a tree; the victim is in the group that was used longest ago.
 * marks[4 group]: its rank, 0 the last used; marks[4 group + 1..3]: its tree. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_POLICY_PLRU_H
#define PMECACHE_SIMULATOR_POLICY_PLRU_H

#include "placed_ways.h"

static inline void sim_tree_touch(uint8_t *nodes, int leaves, int leaf) {
  for (int node = leaves + leaf; node > 1; node /= 2)
    nodes[node / 2] = node % 2 == 0;
}

static inline int sim_tree_victim(const uint8_t *nodes, int leaves) {
  int node = 1;
  while (node < leaves)
    node = 2 * node + nodes[node];
  return node - leaves;
}

static inline void sim_plru_init(sim_ways *set) {
  for (int node = 0; node < set->ways; node++)
    set->marks[node] = 0;
}

static inline void sim_plru_touch(sim_ways *set, int way) { sim_tree_touch(set->marks, set->ways, way); }
static inline void sim_plru_fill(sim_ways *set, int way) { sim_plru_touch(set, way); }
static inline int sim_plru_victim(sim_ways *set) { return sim_tree_victim(set->marks, set->ways); }

static inline void sim_lru3plru4_init(sim_ways *set) {
  for (int way = 0; way < set->ways; way++)
    set->marks[way] = way % 4 == 0 ? (uint8_t)(way / 4) : 0;
}

static inline void sim_lru3plru4_touch(sim_ways *set, int way) {
  uint8_t *group = set->marks + way / 4 * 4;
  sim_tree_touch(group, 4, way % 4);
  for (int other = 0; other < set->ways; other += 4)
    if (set->marks[other] < *group)
      set->marks[other]++;
  *group = 0;
}

static inline void sim_lru3plru4_fill(sim_ways *set, int way) { sim_lru3plru4_touch(set, way); }

static inline int sim_lru3plru4_victim(sim_ways *set) {
  int first = 0;
  while (set->marks[first] != set->ways / 4 - 1)
    first += 4;
  return first + sim_tree_victim(set->marks + first, 4);
}

#endif
