/* A set whose lines stay in the ways that they came to, and what its replacement policy remembers of it. Private to
 * simulator. */
#ifndef PMECACHE_SIMULATOR_PLACED_WAYS_H
#define PMECACHE_SIMULATOR_PLACED_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/machine.h"
#include "simulator/policy/policy_lru.h"

typedef struct sim_ways {
  const pme_policy *policy;
  int ways;
  uint64_t *tags;   /* [ways] lines; SIM_NO_LINE: empty */
  uint8_t *marks;   /* [ways] the policy's */
  uint64_t *random; /* of the instance */
} sim_ways;

/* The way of a line; `ways` when it is not there. */
static inline int sim_way_of(const sim_ways *set, uint64_t line) {
  int way = 0;
  while (way < set->ways && set->tags[way] != line)
    way++;
  return way;
}

static inline bool sim_is_full(const sim_ways *set) { return sim_way_of(set, SIM_NO_LINE) == set->ways; }

/* The first way with this mark; `ways` when there is none. */
static inline int sim_first_marked(const sim_ways *set, uint8_t mark) {
  int way = 0;
  while (way < set->ways && set->marks[way] != mark)
    way++;
  return way;
}

#endif
