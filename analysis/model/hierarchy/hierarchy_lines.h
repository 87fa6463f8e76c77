/* Lines that a hierarchy has met, and its sets. Private to analysis/model/hierarchy. */
#ifndef PMECACHE_ANALYSIS_MODEL_HIERARCHY_HIERARCHY_LINES_H
#define PMECACHE_ANALYSIS_MODEL_HIERARCHY_HIERARCHY_LINES_H

#include "analysis/policy/policy.h"
#include "hierarchy.h"
#include "prefetch.h"

enum { PME__HIERARCHY_MOST_INSTANCES = 64 };

/* What the instances of a level know of a line: a bit for each. */
typedef struct pme__stacked_line {
  uint64_t held, changed, touched;
  uint64_t taken;   /* by a write of another one, and not fetched since */
  int16_t *evictor; /* [instance]: thread whose access evicted it, or passed it by, last */
  int *bringer;     /* [instance]: reference whose access brought it in */
} pme__stacked_line;

typedef struct pme__line {
  int64_t number;
  uint64_t *unwritten; /* [instance of the innermost level]: bytes of a line that was not read from memory */
  pme__stacked_line levels[];
} pme__line;

struct pme__hierarchy {
  const pme_machine *machine;
  pme_arena *arena;
  int level_count, references;
  bool coherent, apart, evades;
  uint64_t dropping; /* state of the draws of victim caches */
  pme__hierarchy_counts *counts;
  int instances[PME_MAX_LEVELS];
  int instance_of[PME_MAX_LEVELS][PME_MAX_CORES];                        /* [thread] */
  int parent[PME_MAX_LEVELS][PME__HIERARCHY_MOST_INSTANCES];             /* [instance]: of the next level */
  pme__policy_set **sets[PME_MAX_LEVELS][PME__HIERARCHY_MOST_INSTANCES]; /* [block]; NULL: not met */
  bool missed[PME_MAX_LEVELS];                                           /* by the access under way */
  pme__prefetch *prefetches[PME_MAX_LEVELS];                             /* [instance]; NULL: the level has none */
  bool failed;
  pme__line **table; /* open addressing */
  int64_t capacity, count;
};

/* The line of a number, made when it is new; NULL: out of memory. */
pme__line *pme__hierarchy_line(pme__hierarchy *hierarchy, int64_t number);
/* NULL: out of memory. */
pme__policy_set *pme__hierarchy_set(pme__hierarchy *hierarchy, int level, int instance, const pme__line *line);

#endif
