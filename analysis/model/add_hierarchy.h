/* Levels that work together, on top of an answer that takes each for itself. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_ADD_HIERARCHY_H
#define PMECACHE_ANALYSIS_MODEL_ADD_HIERARCHY_H

#include "analysis/model/loop_tree/execution_count.h"
#include "pmecache/prediction.h"

/* The machine as the engines take it, which know levels that see all: a level that takes victims has the ways of what is
 * above it beside its own, for together they keep what one cache of both would; policies that the walk does not know are
 * LRU. NULL: out of memory. */
const pme_machine *pme__machine_apart(const pme_machine *machine, pme_arena *arena);

typedef struct pme__hierarchy_options {
  const pme_machine *apart; /* that the answer is of */
  double effort;            /* about nanoseconds */
  bool coherence;
  bool are_misses_known; /* they stay as they are */
  bool left_out;         /* do nothing */
} pme__hierarchy_options;

/* Of levels that see what others miss, and whose misses are known: what they are asked for. */
void pme__add_filters(pme_prediction *inout);
/* The answer is that of levels that work together. */
void pme__say_hierarchy(pme_prediction *prediction);

/* Changes the misses of all references that are modelled and sets what crosses borders, before they are summed up.
 * Where that cannot be told the assumption `levels-apart` stays. PME_NO_MEMORY. */
pme_status pme__add_hierarchy(const pme__count *counts, const pme__hierarchy_options *options, pme_prediction *inout);

#endif
