/* Half-widths of intervals. */
#include "interval.h"

double pme__half_width_of(double variance, double unseen) {
  return sqrt(PME__WALK_POOLED * PME__WALK_POOLED * variance + unseen * unseen);
}

void pme__pool_variance(pme__pooled_variance *pooled, double variance, int degrees) {
  pooled->sum += variance;
  pooled->squares += variance * variance / degrees;
}

double pme__widening_of(const pme__pooled_variance *pooled) {
  static const double STOPPED = 1.06;
  double per_degree = pooled->sum > 0 ? pooled->squares / (pooled->sum * pooled->sum) : 0;
  double student = 1.96 + 2.4 * per_degree + 3 * per_degree * per_degree; /* within 1% from 3 degrees on */
  double factor = STOPPED * student / PME__WALK_POOLED;
  return factor > 1 ? factor * factor : 1;
}

double pme__walk_doubt_of(const pme__stratum *s) { return s->undecided / 2 / pme__walk_samples_of(s) * s->executions; }

void pme__make_interval(pme__walk_estimate *estimate) {
  estimate->unseen *= PME__WALK_STUDENT * PME__WALK_WIDENING;
  estimate->half_width = pme__half_width_of(estimate->half_width, estimate->unseen) + estimate->doubt;
}

double pme__half_width_of_stratum(const pme__stratum *s) {
  return pme__half_width_of(s->variance, PME__WALK_STUDENT * PME__WALK_WIDENING * s->unseen) + pme__walk_doubt_of(s);
}
