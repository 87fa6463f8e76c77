/* The probability that a line has left the cache after a reuse window. Private to analysis/model/closed_form.
 *
 * A window holds every access between two touches of a line (docs/model/equations.md 4, with the straddle rule 4.5 and
 * the tight-window rule 4.6). Its regions are laid out per block of arrays; lines of the reused line's own block are
 * counted exactly (self-interference, 5.4), those of other blocks are independent of them (5.5).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_REUSE_WINDOW_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_REUSE_WINDOW_H

#include "touched_region.h"

/* MissP of the window: the probability that a line is lost in it, with the threads that are active now
 * (pme__loop.active); memoised. When the context cannot go on, the result is of no use. */
pme__miss_probability pme__reuse_window_miss_probability(pme__context *context, const pme__reuse_window *window);

/* ---- parts ---- */

/* Adds to context->regions what the window holds. */
void pme__reuse_window_collect(pme__context *context, const pme__reuse_window *window);
/* Adds one region of a reference. */
void pme__reuse_window_add(pme__context *context, int reference, pme__iteration_span span);
/* The carrier that counts: windows over loops that leave source and target in place are those of an inner loop. */
int pme__reuse_window_innermost(const pme__instance_view *view, const pme__reuse_window *window);

/* The loop directly inside `carrier` that holds both touches and moves both references; PME_NONE if there is none. */
int pme__reuse_window_moving_child(const pme__instance_view *view, const pme__reuse_window *window, int carrier);

#endif
