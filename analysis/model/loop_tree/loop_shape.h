/* How the bounds of a loop depend on the loops around it. Private to analysis (docs/model/equations.md 8.5).
 *
 *   constant  they do not
 *   shifted   the loop starts where an outer loop says, and runs the same number of iterations from there, except
 *             perhaps at the end of the outer loop: tiles, `for (kk = k; kk < min(n, k + 32); kk++)`. Counted from its
 *             start the nest is rectangular: the outer loop moves what the inner one touches.
 *   else      triangles and the like: the number of iterations varies.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_LOOP_SHAPE_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_LOOP_SHAPE_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

typedef struct pme__loop_shape {
  bool is_constant;
  bool is_shifted;
  bool varies;       /* the number of iterations is not the same everywhere */
  int64_t low, high; /* the values of the loop's variable lie between these */
} pme__loop_shape;

/* Per node of the program (zero for nodes that are no modelled loops); in `arena`. NULL: out of memory. */
pme__loop_shape *pme__loop_shapes(const pme_concrete *concrete, pme_arena *arena);

/* Iterations of the loop at these values of those around it; *first: the first value. */
int64_t pme__trips_at(const pme_concrete_loop *loop, const int64_t *values, int64_t *first);

#endif
