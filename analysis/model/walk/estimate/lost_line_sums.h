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

/* Of all points; where that is not known, of those that were drawn. */
double pme__lost_line_share(const pme__lost_line_strata *strata, const pme__lost_line_sums sums[PME__LOST_LINE_STRATA],
                            int stratum);
/* The first `likely` replicates are the estimate. */
pme__line_loss pme__line_loss_of(const pme__lost_line_strata *strata,
                                 const pme__lost_line_sums sums[PME__LOST_LINE_STRATA], int likely);

/* One line of a sample that others took: a second level need not look for it again. */
typedef struct pme__taken_line {
  int64_t point; /* number in the sequence of the replicate */
  uint8_t replicate, stratum;
  uint16_t line;   /* behind the first line of the access */
  bool is_falsely; /* by writes of other bytes */
} pme__taken_line;

typedef struct pme__taken_lines {
  pme__taken_line *at;
  int count, capacity;
} pme__taken_lines;

/* False: no memory. */
bool pme__taken_lines_add(pme__taken_lines *lines, const pme__taken_line *line, pme_arena *arena);

/* Of samples that are to be looked at again: what others took, and what was drawn, stays. */
void pme__forget_lost(pme__lost_line_sums *sums);

#endif
