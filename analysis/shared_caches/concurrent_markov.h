/* Sabarimuthu and Venkatesh's model of concurrent reuse distances (TPDS 2019), as printed and repaired
 * (docs/model/profiles.md 6.1, 6.2).
 *
 * An interval of thread t with reuse distance rd has n_t own references; k of the others fall into it (Eq. 3,
 * concurrent_gaps.h), of which d bring a line that is new in the interval. d follows a Markov chain in k (Eq. 5) whose
 * step probability q(d) comes from the profiles of the others (Eqs 6 to 12). Then crd = rd + d (Eq. 2), unless one of
 * them touched the target itself: with P_split(d) (Eq. 13) crd lies evenly below rd + d (Eq. 14); both together are
 * Eq. 15.
 *
 * Kept for comparison: RD+FP is more accurate wherever lines are shared (docs/results/concurrent-profiles.md). The
 * printed form is no probability distribution (Eq. 3 sums to 1 / AF_t): scale it before use.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_MARKOV_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_MARKOV_H

#include "concurrent.h"

/* The form of an equation: as the paper prints it, or as it is repaired here. */
typedef enum pme__markov_form { PME_MARKOV_REPAIRED, PME_MARKOV_PRINTED } pme__markov_form;

/* Eq. 5, one reference more: chance[d] = P(k, d) becomes P(k + 1, d), for d = 0 .. most. step[d] is q(d), the
 * probability that a reference is new when d were. Start from chance = {1, 0, ...}. */
void pme__markov_advance(const double *step, uint32_t most, double *chance);

/* Eq. 9: that a reference of thread i, with D_i lines, is a certain one of the lines of thread t, with D_t lines. */
double pme__markov_same(double shared_lines, double lines_of_i, double lines_of_t);
/* Eqs 10 and 11: that it is none of `lines` lines of which each is the same with probability `same`. */
double pme__markov_different(double same, double lines);
/* Eq. 13: that one of d new lines is the target. Printed: from S, D_t and the sum of the others' lines. Repaired: that
 * the target is shared is one event for all d lines, with probability S_t / N_t = shared_fraction. */
typedef struct pme__markov_target {
  double shared_lines, lines, lines_of_others, shared_fraction;
  uint32_t threads;
} pme__markov_target;
double pme__markov_split(const pme__markov_target *target, double d, pme__markov_form form);
/* Eq. 14: the share of the split weight that the sum over j = 1 .. i keeps: i / (d + i) as printed, 1 repaired. */
double pme__markov_split_kept(double rd, double d, pme__markov_form form);

/* Eq. 15 for each thread of the cache, in `arena`; P(crd = inf) = P(rd = inf). PME_NO_MEMORY; PME_OVER_BUDGET when
 * the threads squared times the distinct lines are more than 10^7: about a minute. */
pme_status pme__concurrent_markov(const pme__sharing *sharing, const pme__cache_threads *cache, pme__markov_form form,
                                  pme_arena *arena, pme__concurrent_profile *profiles);

#endif
