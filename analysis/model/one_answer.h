/* pmecache: one answer from two engines.
 *
 * The closed form answers every program; the walk (walk.h) samples exact decisions wherever sizes are known. For each
 * access and level the walk's number holds when its 95% interval is narrow, or when the closed form lies outside of it;
 * an estimate that is still wide after its share of effort only confirms the closed form, which is then kept.
 * (spec sampled-walk.md, section 7.)
 *
 * Private to analysis/model.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_ONE_ANSWER_H
#define PMECACHE_ANALYSIS_MODEL_ONE_ANSWER_H

#include "pmecache/prediction.h"

/* `inout` holds the closed form's numbers. The walk spends at most effort_nanoseconds (counted in events, so the answer
 * does not depend on the machine's speed). PME_NO_MEMORY. */
pme_status pme__one_answer(double effort_nanoseconds, pme_arena *arena, pme_prediction *inout);

#endif
