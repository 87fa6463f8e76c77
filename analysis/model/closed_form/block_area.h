/* From the regions of one block of arrays to area vectors. Private to analysis/model/closed_form.
 *
 * Regions of one block are joined first, so that a line counts once however many references touch it (spec 4.4); then
 * they are laid round the circle of a cache way. Vectors have engine->most + 1 entries.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_BLOCK_AREA_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_BLOCK_AREA_H

#include "context.h"

typedef struct pme__layout {
  const pme__block_units *units;
  int64_t alignment; /* of line starts, in units: what the loops around the window leave of units->alignment */
  pme__comb *combs;  /* are changed */
  int count;
} pme__layout;

/* out[c] = share of sets with c lines. Memoised. */
void pme__layout_histogram(pme__engine *engine, pme__layout *layout, double *out);
/* out[c] = probability that the set of a line of `own`, which lies in the layout, holds c other lines of it. */
void pme__layout_others(pme__engine *engine, pme__layout *layout, const pme__comb *own, double *out);

/* Number of positions of the union; < 0 when it has too many rows of different shapes. */
double pme__layout_measure(pme__engine *engine, pme__layout *layout);

#endif
