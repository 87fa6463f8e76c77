/* From verdicts to numbers: the misses of a level with their intervals. Private to analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_ESTIMATE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_ESTIMATE_H

#include "placement_variance.h"
#include "sample.h"
#include "walk.h"

/* Misses of one reference at one level. */
typedef struct pme__walk_estimate {
  bool known;                /* false: nothing could be said (the effort was used up before) */
  double misses, half_width; /* 95%, doubt included */
  double unseen;             /* of the half-width: what no sample met (pme_misses.unseen) */
  double cancelled;          /* of the half-width, squared: pme_misses.cancelled */
  double doubt;              /* of the half-width: what walks that took too long or were not made may hide */
  double cold, other_threads;
  pme__placement_deviations placements; /* zero unless options->placements */
} pme__walk_estimate;

/* What was sampled of a level so far. */
typedef struct pme__walk_estimator pme__walk_estimator;

/* A level that is sampled. Lives in `arena`, as the state does. */
typedef struct pme__level_samples {
  pme__level_state *state;
  const int64_t *executions; /* per reference of the state's program */
  pme_arena *arena;
  const double *lost;             /* per reference: what writes of others take, about; NULL: that is not known */
  pme__walk_estimator *estimator; /* NULL at first */
} pme__level_samples;

/* Estimates all references; estimates[] and `statistics` are written. Stops at a target of `options` or when `effort`
 * (about ns) is used up. Called again with other targets and more effort, which is then that of all calls together, it
 * goes on where it stopped. PME_NO_MEMORY: the samples are of no use any more. */
pme_status pme__walk_estimate_level(pme__level_samples *level, const pme__walk_options *options, double effort,
                                    pme__walk_estimate *estimates, pme__walk_statistics *statistics);

/* Tells the observer of the last call what the numbers are made of. */
void pme__walk_report(const pme__level_samples *level);
/* The same estimates, less the misses that hit because writes of others have emptied ways (spared_misses.c): the state
 * heeds writes now. What that takes, about ns, is in *work. */
void pme__walk_spare_misses(pme__level_samples *level, pme__walk_estimate *estimates, int64_t *work);

#endif
