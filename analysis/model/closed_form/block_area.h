/* The area vector of one block of arrays, from the regions that are touched of it. Private to
 * analysis/model/closed_form.
 *
 * Regions of one block are joined first, so that a line counts once however many references touch it
 * (docs/model/equations.md 4.4); then the lines of each set are counted (area/set_occupancy.h). Vectors have
 * context->most + 1 entries.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_BLOCK_AREA_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_BLOCK_AREA_H

#include "context.h"

typedef struct pme__block_area {
  const pme__block_units *units;
  int64_t alignment; /* of line starts, in units: what the loops around the window leave of units->alignment */
  pme__strided_region *regions; /* are changed */
  int count;
} pme__block_area;

/* out[c] = share of sets with c lines. Memoised. */
void pme__block_area_vector(pme__context *context, pme__block_area *area, double *out);
/* out[c] = probability that the set of a line of `own`, which lies in the area, holds c other lines of it. */
void pme__block_area_others(pme__context *context, pme__block_area *area, const pme__strided_region *own, double *out);

/* Number of positions of the union; < 0 when it has too many runs of different shapes. */
double pme__block_area_measure(pme__context *context, pme__block_area *area);

#endif
