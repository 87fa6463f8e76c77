/* The Probabilistic Miss Equations in closed form, for one view and one cache level. Private to
 * analysis/model/closed_form.
 *
 * Each reference is followed from the inside out (the level sum, docs/model/equations.md 7.2): of the lines that it
 * touches in one iteration of a loop, some were touched earlier in the same iteration, some in earlier iterations of
 * that loop, and the rest is handed on to the loop around it. What the root hands on is touched for the first time:
 * cold. Every group of reuses comes with the window that lies between the two touches, and misses with the probability
 * of that window.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_LEVEL_SUM_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_LEVEL_SUM_H

#include "context.h"

/* Blocks whose first touches are checked. */
enum { PME__MOST_SETTLED = 64 };

typedef struct pme__estimate {
  double accesses; /* as the position of the view counts them */
  double misses, cold, other_threads;
  double low, high; /* misses if sets had one way more, or less: how near to a step the answer stands */
} pme__estimate;

/* Adds the estimate of each reference, times `weight`, to estimates[reference]. Returns how many references are done,
 * which is less than all when the context cannot go on. */
int pme__closed_form_add(pme__context *context, double weight, pme__estimate *estimates);

#endif
