/* Half-widths of intervals. */
#include "interval.h"

double pme__half_width_of(double variance, double unseen) {
  return sqrt(PME__WALK_POOLED * PME__WALK_POOLED * variance + unseen * unseen);
}

double pme__walk_doubt_of(const pme__stratum *s) { return s->undecided / 2 / pme__walk_samples_of(s) * s->executions; }

void pme__make_interval(pme__walk_estimate *estimate) {
  estimate->unseen *= PME__WALK_STUDENT * PME__WALK_WIDENING;
  estimate->half_width = pme__half_width_of(estimate->half_width, estimate->unseen) + estimate->doubt;
}

double pme__half_width_of_stratum(const pme__stratum *s) {
  return pme__half_width_of(s->variance, PME__WALK_STUDENT * PME__WALK_WIDENING * s->unseen) + pme__walk_doubt_of(s);
}
