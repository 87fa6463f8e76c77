/* Loops that do not move a reference, but bound those that do.
 *
 *     for (j = 0; j <= i; j++)
 *       for (k = j; k < n; k++)
 *         a[i][k] ...
 *
 * What the reference touches in one iteration of j lies in what it touches in the first one: all iterations touch what
 * one of them does, and j has no part in it. Sweeps over triangles (factorizations, pairs of particles) are such loops.
 *
 * Private to analysis/model.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOPS_AT_REST_H
#define PMECACHE_ANALYSIS_MODEL_LOOPS_AT_REST_H

#include "pmecache/concrete.h"
#include "pmecache/program.h"

/* Loops with bounds of their own, and the most bounds of one. */
enum { PME__MOST_FREED = 8, PME__MOST_FREED_BOUNDS = 8 };

typedef struct pme__freed_loop {
  pme_concrete_loop loop;
  pme_affine bounds[PME__MOST_FREED_BOUNDS]; /* firsts, then lasts */
  int64_t coefficients[PME__MOST_FREED_BOUNDS][PME_MAX_DEPTH];
} pme__freed_loop;

typedef struct pme__freed_loops {
  int count;
  pme__freed_loop loops[PME__MOST_FREED];
} pme__freed_loops;

/* Of the loops around a reference, outermost first, from depth `from` on: where one of them does not move it, and the
 * loops inside run furthest in its first or in its last iteration, these get the bounds that they have there. One that has
 * an iteration in any case then becomes a loop of one. `loops` points into `freed` where a loop is another one now. */
void pme__free_of_loops_at_rest(const pme_concrete_loop **loops, int depth, int from, const pme_affine *offset_bytes,
                                pme__freed_loops *freed);

#endif
