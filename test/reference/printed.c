/* Single formulas as printed, and figures of distributions. */
#include "printed.h"

#include <math.h>
#include <string.h>

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

void pme__area_sequential(double elements, double line, double sets, int ways, double *v) {
  memset(v, 0, (size_t)(ways + 1) * sizeof *v);
  double lines = elements > 0 ? (elements + line - 1) / (line * sets) : 0;
  if (lines >= ways) {
    v[ways] = 1;
    return;
  }
  int whole = (int)lines;
  v[whole] = 1 - (lines - whole);
  v[whole + 1] = lines - whole;
}

int64_t pme__schedule_parallel_iterations(const pme__schedule *schedule) {
  int64_t round = schedule->block * schedule->threads;
  return schedule->iterations / round * schedule->block + smaller(schedule->block, schedule->iterations % round);
}

double pme_nested_cost(int levels, const double *hit, const double *cost) {
  double sum = cost[levels];
  for (int k = levels - 1; k >= 0; k--)
    sum = hit[k] * cost[k] + (1 - hit[k]) * sum;
  return sum;
}

double pme_gap_probability(double between, double fraction, double others, bool as_printed) {
  double choose = lgamma(others + between + 1) - lgamma(others + 1) - lgamma(between + 1);
  return exp(choose + others * log1p(-fraction) + (as_printed ? between : between + 1) * log(fraction));
}

double pme_concurrent_profile_mass(const pme__concurrent_profile *profile) {
  return profile->references > 0 ? (profile->infinite + pme__tally_count(&profile->finite)) / profile->references : 1;
}
