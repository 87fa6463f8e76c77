/* What decides the interval of a number: samples to a half-width. Private to analysis/model/walk/estimate.
 *
 * The interval of a reference at a level is misses -+ half_width, 95%: the scatter of its samples (variance), what no
 * sample has seen yet (unseen), and what undecided walks may hide (doubt). Later steps change it: other threads' writes
 * add theirs (walk_predict.c), unknown placements widen it (placement_variance.h), a closed form inside of it may narrow
 * it (choose_engine.h), first touches bound it from below (first_touch_bound.h), and sums of references are made in
 * analysis/core/prediction.c. The closed form's own intervals are those of predict.c, a profile's of profile/misses.c.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_INTERVAL_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_INTERVAL_H

#include "strata.h"

/* 97.5% point of Student's distribution with 15 degrees of freedom, and what the targets are lowered by because it is
 * tempting to stop when the interval looks small (docs/model/walk.md 6.4). */
static const double PME__WALK_STUDENT = 2.13, PME__WALK_WIDENING = 1.15;
/* What is reported where the variances of many strata are pooled, which gives many degrees of freedom. Where few strata
 * decide, pme__widening_of makes up for that. */
static const double PME__WALK_POOLED = 2;

/* Variances of independent strata with the degrees of freedom of each: what both come to in their sum. */
typedef struct pme__pooled_variance {
  double sum, squares; /* squares: of each, divided by its degrees of freedom */
} pme__pooled_variance;
void pme__pool_variance(pme__pooled_variance *pooled, double variance, int degrees);
/* By so much variances are larger that are reported as PME__WALK_POOLED deviations: Student's distribution with
 * Satterthwaite's degrees of freedom, and sampling that stopped when the interval looked small enough. */
double pme__widening_of(const pme__pooled_variance *pooled);

/* Half of the 95% interval; `unseen` is a half-width, too. */
double pme__half_width_of(double variance, double unseen);
/* What undecided walks of a stratum may hide, either way. */
double pme__walk_doubt_of(const pme__stratum *s);
/* That of the estimate of a reference whose half_width is still the sum of its strata's variances. */
void pme__make_interval(pme__walk_estimate *estimate);
/* That of one stratum alone. */
double pme__half_width_of_stratum(const pme__stratum *s);

#endif
