/* Replacement policies other than LRU, added to an answer that took them as LRU. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_ADD_POLICIES_H
#define PMECACHE_ANALYSIS_MODEL_ADD_POLICIES_H

#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/windows/page_walks.h"
#include "pmecache/prediction.h"

typedef struct pme__policies_options {
  double precision;             /* half-width that will do, as a share of the misses of a level; 0: the usual */
  double effort;                /* about nanoseconds */
  const pme__page_walks *walks; /* [node], NULL: none are told */
} pme__policies_options;

/* The machine with LRU at the levels whose policies are added afterwards. */
pme_machine pme__machine_without_added_policies(const pme_concrete *concrete, const pme_machine *machine);
/* To all references that are modelled, before they are summed up: `inout` has the machine with its policies, and numbers
 * of the one without. PME_NO_MEMORY. */
pme_status pme__add_policies(const pme__count *counts, const pme__policies_options *options, pme_arena *arena,
                             pme_prediction *inout);

#endif
