/* MissP of the printed model: how likely a line is lost after so many iterations of a loop. Private to
 * analysis/model/closed_form.
 *
 * All that is accessed in the iterations (Section 5 of the paper), array by array, as area vectors whose union's V_0 is
 * the probability. What the reused line's own array brings counts as any other does.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_PRINTED_WINDOW_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_PRINTED_WINDOW_H

#include "analysis/model/closed_form/context.h"

enum { PME__PRINTED_WINDOWS = 64 };

/* Windows that were looked at before; begins as zero. */
typedef struct pme__printed_windows {
  int count, carrier[PME__PRINTED_WINDOWS];
  int64_t iterations[PME__PRINTED_WINDOWS];
  double probability[PME__PRINTED_WINDOWS];
} pme__printed_windows;

/* 0 for no iteration. Of no use when the context cannot go on. */
double pme__printed_miss(pme__context *context, pme__printed_windows *known, int carrier, int64_t iterations);

#endif
