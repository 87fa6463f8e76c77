/* How the misses of a level differ from one placement of the arrays to another. Private to analysis.
 *
 * Where the bases of arrays are not known, the estimate is a mean over placements; a program runs with one. The same
 * points of the program are decided under 16 placements: what differs is due to the placement, or to the few points. A
 * second set of points tells the two apart. Of the misses under placement j one set says a(j), the other b(j), both
 * less their means: the mean of (a + b)^2 / 4 holds the variance of the placements and that of the points, the mean of
 * (a - b)^2 / 4 only the latter. Deviations add up over references, so that those of loops and of the function follow.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_PLACEMENT_VARIANCE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_PLACEMENT_VARIANCE_H

#include "pmecache/prediction.h"

enum { PME__PLACEMENTS = 16, PME__CONTRASTS = 7 };

/* Misses under each placement less the mean of those that are likely, by the first and by the second set of points. */
typedef struct pme__placement_deviations {
  double deviations[2][PME__PLACEMENTS];
  /* What is not known for having seen some sets only (replay_sets.h): independent errors, each of which has the standard
   * error of the number, and what may have been seen of none of them. */
  double contrasts[PME__CONTRASTS], unseen;
  int contrast_count;
} pme__placement_deviations;

/* How far misses under a placement that was not among the sixteen may lie below and above the mean, 95%. Where the points
 * do not agree that placements differ, part of what they disagree by counts. */
typedef struct pme__placement_reach {
  double below, above;
} pme__placement_reach;

void pme__placement_deviations_add(pme__placement_deviations *sum, const pme__placement_deviations *part);
/* How far the misses of all sets may be from the number, 95%. */
double pme__sampled_sets_reach(const pme__placement_deviations *placements);
/* Variance of the misses that is due to the points, *noise, and that is due to the placements (negative: 0). */
double pme__placement_variance(const pme__placement_deviations *placements, double *noise);
pme__placement_reach pme__placement_reach_of(const pme__placement_deviations *placements);

/* Widens the intervals of a prediction that was summed up, and sets their `placement`. placements: [row of a reference
 * * levels + level]. */
void pme__widen_by_placements(pme_prediction *prediction, const pme__placement_deviations *placements);
/* The same for who adds up intervals of references, as if all were at an end of theirs at once: they reach as far as they
 * do together. Loops are left alone. */
void pme__widen_together(pme_prediction *prediction, const pme__placement_deviations *placements);
/* What the placement does to the level farthest from the core where it decides, as a sentence; false: to none. The
 * prediction was widened before. */
bool pme__describe_placements(const pme_prediction *prediction, const pme__placement_deviations *placements,
                              char *buffer, size_t buffer_bytes);

#endif
