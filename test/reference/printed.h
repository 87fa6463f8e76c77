/* Single formulas as the papers print them, and figures of distributions: what the product has repaired or does not
 * need, to compare with. Private to test.
 */
#ifndef PMECACHE_TEST_REFERENCE_PRINTED_H
#define PMECACHE_TEST_REFERENCE_PRINTED_H

#include <stdbool.h>

#include "analysis/model/closed_form/classes/block_cyclic.h"
#include "analysis/shared_caches/concurrent_tally.h"

/* PME Eq 13, Reg_s: the area vector (area_vector.h) of consecutive elements on a cache of `sets` sets of lines of
 * `line` elements. */
void pme__area_sequential(double elements, double line, double sets, int ways, double *v);

/* Parallel iterations of a schedule: P(N) = floor(N / bt) * b + min(b, N mod bt). */
int64_t pme__schedule_parallel_iterations(const pme__schedule *schedule);

/* The papers' mean cost of a reference with *cumulative* hit rates, in a formula that wants the rate among the
 * references that reach the level (analysis/profile/run_time.h has the repaired one). */
double pme_nested_cost(int levels, const double *hit, const double *cost);

/* P(k others | n_t between) of concurrent_gaps.h, repaired or as printed. */
double pme_gap_probability(double between, double fraction, double others, bool as_printed);

/* Weight of all distances divided by the references: 1 for a probability distribution. */
double pme_concurrent_profile_mass(const pme__concurrent_profile *profile);

#endif
