/* What the closed form tells a listener of its windows: the area vectors and reuses of one position. Private to
 * analysis/model/closed_form.
 *
 * A view is begun once (pme__observe_view). Each window that is evaluated for it is told (pme__observe_area), then the
 * reuses that end in it (pme__observe_reuse); the observer sums them up over positions (observer.h).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_OBSERVED_WINDOWS_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_OBSERVED_WINDOWS_H

#include "analysis/model/observer/observer.h"
#include "context.h"

/* What a window that was evaluated looks like. */
typedef struct pme__observed_window {
  double lines;
  double *area_vector; /* ways + 1 entries */
} pme__observed_window;

/* Before the positions of a view; false: out of memory. What is told of it stays in `arena` until it is summed up. */
bool pme__observe_view(pme__context *context, pme_arena *arena);
/* A window was evaluated: own and other lines of the context count `weight` times; the first part replaces what was
 * there. */
void pme__observe_area(pme__context *context, bool is_first, double weight, double lines);
/* So many lines of the window's target are reused after it: the window that was asked for last. */
void pme__observe_reuse(pme__context *context, const pme__reuse_window *window, double lines, double probability);
/* What was told of the reference at this position counts `factor` times. */
void pme__observe_scale(pme__context *context, int reference, double factor);

#endif
