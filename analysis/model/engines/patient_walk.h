/* The walk, with more effort where it alone can answer. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_ENGINES_PATIENT_WALK_H
#define PMECACHE_ANALYSIS_MODEL_ENGINES_PATIENT_WALK_H

#include "analysis/model/walk/estimate/walk.h"
#include "pmecache/arena.h"
#include "pmecache/prediction.h"

/* A new prediction of what the walk tells (walk.h), in `arena`. Addresses with remainders have no equation: as long as
 * the effort was spent before some of them were walked, the walk begins anew with several times as much, up to
 * `most_nanoseconds`. What all of it took is the effort of the prediction. `options` has `is_short`, and who listens
 * hears of the last walk alone. PME_NO_MEMORY. */
pme_status pme__walk_patiently(const pme_concrete *concrete, const pme_machine *machine,
                               const pme__walk_options *options, double most_nanoseconds, pme_arena *arena,
                               pme_prediction **out);

#endif
