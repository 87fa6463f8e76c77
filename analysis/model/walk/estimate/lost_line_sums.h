/* What was sampled of one reference for lines that others take, stratum by stratum, and what that tells of all of it.
 * Private to analysis/model/walk/estimate. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_SUMS_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_LOST_LINE_SUMS_H

#include "lost_line_strata.h"

/* Of one stratum. */
typedef struct pme__lost_line_sums {
  double lost[PME__WALK_REPLICATES], false_lost[PME__WALK_REPLICATES];
  int64_t samples[PME__WALK_REPLICATES];
  double taken;     /* lines of all of them that others took, lost or not, ... */
  double passed_on; /* ... or only touched */
  double drawn;     /* points that were found here, looked at or not */
} pme__lost_line_sums;

/* Of the first `replicates`. */
double pme__lost_line_samples(const pme__lost_line_sums *sums, int replicates);
/* In any replicate. */
bool pme__loses_any(const pme__lost_line_sums *sums);
double pme__lost_line_points(const pme__lost_line_sums strata[PME__LOST_LINE_STRATA]);

/* What all strata of a reference lose of each execution. */
typedef struct pme__line_loss {
  double lost, falsely;
  double differences[PME__WALK_REPLICATES]; /* of each replicate from the mean */
  double noise;                             /* variance that samples give to a replicate's mean, and ... */
  double shares;                            /* ... what the strata's shares give to that of all */
  double unseen;                            /* most that a stratum without losses, or what was never found, may lose */
} pme__line_loss;

/* The first `likely` replicates are the estimate. */
pme__line_loss pme__line_loss_of(const pme__lost_line_sums strata[PME__LOST_LINE_STRATA], int likely);

/* Samples of a reference whose lines others never took: all replicates together. Whether a line is taken does not hang
 * on the cache that held it, so that levels of like lines and instances share it. */
typedef struct pme__untaken {
  int rounds; /* of samples; 0: some were taken, or nothing is known */
  int samples[PME__LOST_LINE_STRATA];
  float drawn[PME__LOST_LINE_STRATA], passed_on[PME__LOST_LINE_STRATA];
} pme__untaken;

pme__untaken pme__untaken_of(const pme__lost_line_sums strata[PME__LOST_LINE_STRATA], int rounds);
void pme__take_untaken(const pme__untaken *found, pme__lost_line_sums strata[PME__LOST_LINE_STRATA]);

#endif
