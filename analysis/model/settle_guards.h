/* What guards leave of the misses that the equations tell of all visits. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_SETTLE_GUARDS_H
#define PMECACHE_ANALYSIS_MODEL_SETTLE_GUARDS_H

#include "analysis/model/closed_form/guard_share.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "pmecache/prediction.h"

typedef struct pme__settling {
  const pme__count *counts;
  pme__guard_shares *guard_shares;
  double effort; /* of the closed form, of one level */
} pme__settling;

/* Of all references of `formed` at the level. */
void pme__settle_references(const pme__settling *q, int level, pme_prediction *formed);

#endif
