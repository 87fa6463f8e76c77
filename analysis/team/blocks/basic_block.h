/* AMM, the analytical memory model (Chennupati et al. 2017; docs/model/profiles.md 4): a program is its basic blocks,
 * each with how often it runs and with the reuse distances of its own references.
 *
 *     counts    N_j = sum_i P_ij N_i, N_entry = 1: from branch probabilities, one linear system a function. Exact
 *               counts of a run are better where there are any (a loop of n rounds as probability n/(n+1) loses digits)
 *     weights   of the references of block i in the profile of the whole: N_i m_i / sum_j N_j m_j, m = references in
 *               one execution. The paper prints N_i / sum_j N_j, which sums to less than 1 over blocks with references
 */
#ifndef PMECACHE_ANALYSIS_TEAM_BLOCKS_BASIC_BLOCK_H
#define PMECACHE_ANALYSIS_TEAM_BLOCKS_BASIC_BLOCK_H

#include "pmecache/status.h"

typedef struct pme__block_edge {
  int from, to;
  double probability; /* 0 .. 1 */
} pme__block_edge;

enum { PME_MAX_BLOCKS = 4096 };

/* Executions of each block for one of the entry, into counts[block_count]. PME_BAD_ARGUMENT for an edge out of range,
 * PME_UNSUPPORTED for more than PME_MAX_BLOCKS blocks, PME_OUT_OF_RANGE when a loop is never left (the system is
 * singular) or a count is negative, PME_NO_MEMORY. */
pme_status pme__block_counts(int block_count, const pme__block_edge *edges, int edge_count, int entry, double *counts);

/* weights[i] = counts[i] * references[i] / their sum; printed[i] = counts[i] / sum of the counts where references[i] >
 * 0, else 0. Both may be NULL. */
void pme__block_weights(int block_count, const double *counts, const double *references, double *weights,
                        double *printed);

#endif
