/* Levels of a machine that hand lines to each other, access by access: which filter, include or take victims, and what
 * crosses the borders between them. Private to analysis/model.
 *
 * What docs/model/simulator.md (hierarchies) defines; shares nothing with the simulator. Sets and lines are made when
 * they are first met, so that a program may have few of many.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_HIERARCHY_HIERARCHY_H
#define PMECACHE_ANALYSIS_MODEL_HIERARCHY_HIERARCHY_H

#include "pmecache/arena.h"
#include "pmecache/machine.h"

typedef struct pme__hierarchy pme__hierarchy;

/* Of the accesses of one reference at one level. What goes out counts where the line was brought in. */
typedef struct pme__hierarchy_counts {
  int64_t asked; /* accesses, or requests of the level above */
  int64_t misses, cold, other_threads, coherence;
  int64_t fills, write_backs, clean_outs, left;
  int64_t prefetches;         /* lines that prefetchers brought in */
  int64_t gone, gone_changed; /* lines that left, those of them that were changed here */
  int64_t held, held_changed; /* that are here, or above a level that takes victims; changed here or above */
} pme__hierarchy_counts;

typedef struct pme__hierarchy_access {
  int64_t address, size_bytes;
  int reference, thread;
  bool is_write;
} pme__hierarchy_access;

typedef struct pme__hierarchy_shape {
  const pme_machine *machine;
  int references;
  bool coherent;  /* a write takes its line out of other instances */
  uint64_t seed;  /* of what victim caches drop */
  bool sets_only; /* accesses are those of some sets: no prefetcher runs, which would ask for lines of others */
  bool apart;     /* each level sees all and holds its own lines, whatever the machine says */
} pme__hierarchy_shape;

/* Whether the machine is one of those: lines of one size up to 64 bytes, at most 64 instances. */
bool pme__hierarchy_fits(const pme_machine *machine);
/* Empty. NULL: out of memory. */
pme__hierarchy *pme__hierarchy_create(const pme__hierarchy_shape *shape, pme_arena *arena);
/* From now on so many threads run. */
void pme__hierarchy_team(pme__hierarchy *hierarchy, int threads);
/* False: out of memory. */
bool pme__hierarchy_touch(pme__hierarchy *hierarchy, const pme__hierarchy_access *access);
/* Counts what is left changed, and reads what was not written wholly. */
void pme__hierarchy_end(pme__hierarchy *hierarchy);
/* Sets `held` and `held_changed` to what is there now. */
void pme__hierarchy_look(pme__hierarchy *hierarchy);
/* [reference * levels + level], from the start or since they were set to 0. */
pme__hierarchy_counts *pme__hierarchy_counts_of(pme__hierarchy *hierarchy);

#endif
