/* Samples of the same points under several placements of the arrays (placement_variance.h). Private to
 * analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_PLACEMENT_SAMPLES_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_PLACEMENT_SAMPLES_H

#include "analysis/model/walk/occupancy/occupancy.h"
#include "placement_variance.h"
#include "sample.h"

/* A stratum whose samples are not all alike. */
typedef struct pme__placement_stratum {
  const pme__carriers *carriers;
  const pme__sample_source *source;
  int carrier;
  pme__occupancy *occupancy; /* or NULL */
  pme__recent_success *recent_success;
  double executions;
  double deviation; /* of the misses if one sample stood for all; of correlated strata: the same for all of them */
  double work;      /* of one sample so far */
  int correlated;   /* which follow each other have the same points; PME_NONE: it has none */
  bool all_missed;  /* all samples did: only the number of lines may differ from placement to placement */
} pme__placement_stratum;

/* What is asked of the strata of a level. */
typedef struct pme__placement_request {
  pme__level_state *state;
  const pme__placement_stratum *strata;
  int count;
  double tolerance; /* misses */
  double effort;    /* about ns */
  uint64_t seed;
} pme__placement_request;

/* Decides points of the strata under every placement until the deviation that is due to the points is below the
 * tolerance, or the effort is used up; adds to placements[reference of the walk]. PME_NO_MEMORY. */
pme_status pme__sample_placements(const pme__placement_request *request, pme_arena *arena,
                                  pme__placement_deviations *placements);

#endif
