/* SDCM, the stack distance cache model (Brehob and Enbody 1999; docs/model/profiles.md 3.1): the probability that a
 * reference with reuse distance D hits in an LRU cache of B lines and A ways whose lines are spread over the sets at
 * random.
 *
 *     P(h | D) = P(Bin(D, A/B) <= A - 1),    1 when D < A,    0 when D is infinite
 *
 * A = B is a fully associative cache: 1 when D < B, else 0. It is a model of a randomly mapped cache: too optimistic
 * for strides that are powers of two, too pessimistic for contiguous data that just fit. Exact sets (set_stacks.h)
 * beside it show by how much.
 */
#ifndef PMECACHE_ANALYSIS_REUSE_SDCM_H
#define PMECACHE_ANALYSIS_REUSE_SDCM_H

#include <stdint.h>

#include "pmecache/histogram.h"

/* `distance` >= 0 (a mean of several may be fractional; infinity is allowed), 1 <= ways <= lines. Evaluated by a
 * forward recursion of logarithms, O(ways): within 2e-14 of the exact sum for distances to 1e9 (docs/model/profiles.md
 * 3.2). */
double pme__sdcm_hit(double distance, int64_t ways, int64_t lines);

/* A cache whose transition from hit to miss is known, so that only distances inside it are evaluated. */
typedef struct pme__sdcm {
  int64_t ways, lines;
  double sure_hit;  /* P > 1 - 1e-12 up to this distance */
  double sure_miss; /* P < 1e-12 from this distance on */
} pme__sdcm;

pme__sdcm pme__sdcm_prepare(int64_t ways, int64_t lines);
double pme__sdcm_prepared_hit(const pme__sdcm *cache, double distance);
/* Misses of the references of a histogram, first ones included; those whose distance is not known (far, nothing
 * sampled) are left out. `window_lines` as for pme_histogram_far_scale. */
double pme__sdcm_misses(const pme__sdcm *cache, const pme_histogram *histogram, uint64_t window_lines);
/* Only those beyond the window, without first ones. */
double pme__sdcm_misses_beyond(const pme__sdcm *cache, const pme_histogram *histogram, uint64_t window_lines);

#endif
