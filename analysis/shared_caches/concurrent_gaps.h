/* How many references of the other threads fall into an interval of one thread.
 *
 * Between n_t + 1 references of thread t (n_t own ones strictly between the two ends), every reference of the merged
 * stream is t's with probability AF_t: the others come in n_t + 1 gaps, and their number is negative binomial,
 *
 *   P(k) = C(k + n_t, k) AF_r^k AF_t^(n_t + 1),   mean (n_t + 1) AF_r / AF_t.
 *
 * Eq. 3 of Sabarimuthu and Venkatesh prints the exponent n_t, which sums to 1 / AF_t (docs/model/profiles.md 6.1).
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_GAPS_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_GAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/arena.h"
#include "pmecache/status.h"

double pme__gap_mean(double between, double fraction);
double pme__gap_deviation(double between, double fraction);

/* The distribution as points: each number of others when the mean is small, else points of equal weight. */
typedef struct pme__gap_point {
  double others, weight;
} pme__gap_point;

typedef struct pme__gap_points {
  uint32_t count, room;
  pme__gap_point *point; /* ascending; weights sum to 1 */
} pme__gap_points;

/* Room for any interval of a thread with this fraction, in `arena`. 0 < fraction < 1. PME_NO_MEMORY. */
pme_status pme__gap_points_open(pme_arena *arena, double fraction, pme__gap_points *out);
void pme__gap_points_fill(pme__gap_points *points, double between, double fraction);

#endif
