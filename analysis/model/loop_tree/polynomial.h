/* Polynomials known by their first values: sums over many values by Newton's forward differences. Private to
 * analysis/model/loop_tree.
 *
 * The two counters of the room share this. They stay two because they promise different things. access_count.h counts
 * on the loop tree, by thread, in integers, within a limit of work, or not at all: the walk stands on every count.
 * execution_count.h counts on the program itself, all nodes, and always answers, by a guess where sizes and bounds are
 * beyond it (`exact` says so); it asks the former for what it could not count exactly. */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_POLYNOMIAL_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_POLYNOMIAL_H

#include <stdbool.h>
#include <stdint.h>

/* Values f(0) .. f(degree) become the forward differences of f at 0. */
void pme__forward_differences(__int128 *values, int degree);

/* Where a number leaves -most .. most it is taken for `most`, and *exact becomes false. */

__int128 pme__product_within(__int128 a, __int128 b, __int128 most, bool *exact);
/* Sum of f(m) over 0 <= m < n: sum of differences[k] * C(n, k + 1). */
__int128 pme__polynomial_sum(const __int128 *differences, int degree, int64_t n, __int128 most, bool *exact);
/* f(x). */
__int128 pme__polynomial_value(const __int128 *differences, int degree, int64_t x, __int128 most, bool *exact);

#endif
