/* How often the nodes of a program are executed, without running it. Private to analysis.
 *
 * Rectangular loops multiply. Where bounds or guards depend on outer loops, the number of inner executions is a
 * polynomial of the outer iteration, piece by piece: a piece is recognised by its first values and checked at others,
 * then summed by Newton's formula; what does not fit is halved (docs/model/equations.md 8.5).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_LOOP_TREE_EXECUTION_COUNT_H
#define PMECACHE_ANALYSIS_MODEL_LOOP_TREE_EXECUTION_COUNT_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

typedef struct pme__count {
  double executions; /* of the body of the node (loop: iterations; access: accesses), by all threads, in one call */
  double entries;    /* times that a loop is entered; a worksharing loop counts once a team */
  bool exact;
} pme__count;

/* counts[node] for every modelled node; in `arena`. NULL: out of memory. */
pme__count *pme__count_program(const pme_concrete *concrete, pme_arena *arena);

/* Share of the executions of the loops around the node that the guards around it let through: 0 never, 1 always. The
 * guards of single threads do not count. */
double pme__count_share(const pme_concrete *concrete, const pme__count *counts, int node);

#endif
