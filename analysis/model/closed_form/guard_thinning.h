/* What guards leave of the lines that a window brings. Private to analysis/model/closed_form.
 *
 * Regions are laid out as if guards always held. Only the share of their lines is there whose visits guards let
 * through. Each line is taken to be there independently of the others, so that of c lines in a set m are left with the
 * binomial probability.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_GUARD_THINNING_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_GUARD_THINNING_H

#include "context.h"

/* Share of the lines of the block that guards leave of what an iteration of the carrier touches. */
double pme__thinning_share(pme__context *context, int block, int carrier);
/* Thins a vector of context->most + 1 entries; the last one, all that is more, stays. */
void pme__thinning_apply(pme__context *context, double share, double *vector);

#endif
