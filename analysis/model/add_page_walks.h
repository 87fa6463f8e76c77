/* What walks of the page table miss, on top of an answer. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_ADD_PAGE_WALKS_H
#define PMECACHE_ANALYSIS_MODEL_ADD_PAGE_WALKS_H

#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/windows/page_walks.h"
#include "pmecache/prediction.h"

typedef struct pme__page_walks_options {
  double precision; /* half-width that will do, as a share of the misses of the first level; 0: the usual */
  double effort;    /* about nanoseconds */
  bool left_out;    /* only say so */
} pme__page_walks_options;

/* Where the machine says that walks read L1: [node] what they miss there; else *out is NULL. Where that cannot be told
 * there is an assumption. `out` lives in `scratch`. PME_NO_MEMORY. */
pme_status pme__look_at_page_walks(const pme__count *counts, const pme__page_walks_options *options, pme_arena *arena,
                                   pme_arena *scratch, pme_prediction *inout, pme__page_walks **out);
/* To the first level of all references that are modelled, before they are summed up. */
void pme__add_page_walks(const pme__page_walks *walks, pme_prediction *inout);

#endif
