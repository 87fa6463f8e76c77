/* Levels that have to do with each other: filtered, inclusive, exclusive and victim caches, and what goes over the
 * borders between them. Private to simulator.
 *
 * Lines go one by one through all levels, in global order, unlike the batches of level.h. What it defines precisely
 * (docs/model/simulator.md, hierarchies): a line is looked for from the innermost level on; it comes into the levels
 * that missed it, innermost first; what has to leave a level goes to the next one before the line comes into that.
 */
#ifndef PMECACHE_SIMULATOR_HIERARCHY_H
#define PMECACHE_SIMULATOR_HIERARCHY_H

#include "prefetch.h"
#include "simulator/level.h"

/* Lines that crossed the border behind a level; what goes out on behalf of the access that brought the line in. */
typedef struct sim_traffic {
  uint64_t fills, write_backs, clean_outs, left;
  uint64_t prefetches; /* lines that prefetchers brought into the level */
} sim_traffic;

typedef struct sim_stack_cache {
  uint64_t *tags, *last_use; /* [set][way]; last_use: of LRU */
  uint8_t *marks;            /* other policies */
  uint8_t *changed;          /* [set][way]: what is behind has an older copy */
  uint64_t *unwritten;       /* write=evade, innermost level: bytes not written of a line that was not read, in units */
  uint32_t *bringer;         /* [set][way]: reference whose access brought the line in */
  uint64_t random;
  sim_prefetch prefetch;
  sim_history history;
} sim_stack_cache;

typedef struct sim_stack_level {
  const pme_cache_level *shape;
  bool filtered;   /* sees misses of the level above only */
  bool takes;      /* victims of the level above */
  bool missed_now; /* by the access under way */
  uint64_t sets;
  int ways, instances;
  sim_stack_cache *caches;
  const int *instance_of; /* of each thread of the present team */
  int *parent;            /* per instance: that of the next level */
  sim_counts *counts;     /* per reference: those of sim_level */
  sim_traffic *traffic;   /* per reference */
} sim_stack_level;

typedef struct sim_hierarchy {
  int level_count;
  sim_stack_level levels[PME_MAX_LEVELS];
  int line_shift;
  const bool *writes; /* per reference */
  bool coherent;
  bool evades;
  uint64_t clock, dropping; /* dropping: state of the draws of victim caches */
  sim_memory *memory;
  bool out_of_memory;
} sim_hierarchy;

typedef struct sim_hierarchy_shape {
  const pme_machine *machine;
  sim_level *levels; /* of the stream: instances and counts */
  const bool *writes;
  int references;
  bool coherent, filtered; /* filtered: all levels are */
  uint64_t seed;
} sim_hierarchy_shape;

/* False: memory is exhausted. All lines have one size. */
bool pme__sim_hierarchy_create(sim_hierarchy *h, const sim_hierarchy_shape *shape, sim_memory *memory);
void pme__sim_hierarchy_reset(sim_hierarchy *h);
void pme__sim_hierarchy_destroy(sim_hierarchy *h);
void pme__sim_hierarchy_set_team(sim_hierarchy *h, const sim_level *levels, int threads);
void pme__sim_hierarchy_consume(sim_hierarchy *h, const sim_entry *entries, int count);
/* Counts what is left changed, and reads what is not written wholly. */
void pme__sim_hierarchy_end(sim_hierarchy *h);

#endif
