/* How evenly a schedule distributes the work of a loop over its team. Private to analysis/advise.
 *
 * The work of an iteration is the number of accesses and inner iterations in it. Where bounds or conditions inside
 * depend on the loop (triangles), it is counted in some iterations and taken as linear between them.
 */
#ifndef PMECACHE_ANALYSIS_ADVISE_WORK_DISTRIBUTION_H
#define PMECACHE_ANALYSIS_ADVISE_WORK_DISTRIBUTION_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

typedef struct pme__work_distribution {
  double imbalance;  /* work of the busiest thread / mean of the team; >= 1 */
  double iterations; /* of one execution */
  double chunks;     /* that the busiest thread gets in one execution; 1 for a block */
  double chunk;      /* iterations in a row that a thread runs */
  bool is_uneven;    /* iterations differ in work */
} pme__work_distribution;

/* False: out of memory (of the arena, which holds nothing afterwards that the caller needs). */
bool pme__work_distribution_of(const pme_concrete *concrete, int loop, pme_arena *arena, pme__work_distribution *out);

#endif
