/* How many lines of some regions each set gets, exactly. Private to analysis/model/closed_form.
 *
 * A way spans sets * line units; position y modulo the span stands for the set whose line starts at y. Adding a region
 * raises the count of lines at every position its runs cover (docs/model/equations.md 5.2, 5.3). Only the positions
 * that are multiples of `alignment` can be line starts: 1 when array bases may be anything, `line` when they are known
 * to be line-aligned. Kept are the differences between neighbouring positions: most are zero, and reading skips them
 * quickly.
 *
 * Cost: O(runs + slots), where a region with more runs than slots takes O(dimensions * span) instead.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_H

#include "strided_region.h"

typedef struct pme__set_occupancy {
  int64_t span, alignment, slots; /* slots = span / alignment */
  int shift;                      /* of alignment; < 0: it is no power of two */
  int64_t in_every_set;           /* lines that every set receives */
  uint32_t *steps;                /* slots + 1: count at a slot minus count at the slot before, modulo 2^32 */
} pme__set_occupancy;

/* Counts of one region larger than this are cut off there: no cache has as many ways. */
enum { PME__SET_OCCUPANCY_MOST_COUNT = 1 << 12 };

/* No lines yet, in a way of `span` positions; `steps` has room for span / alignment + 2. */
void pme__set_occupancy_clear(pme__set_occupancy *occupancy, int64_t span, int64_t alignment, uint32_t *steps);
/* Adds the lines of a region. False when memory is exhausted. */
bool pme__set_occupancy_add(pme__set_occupancy *occupancy, const pme__strided_region *region);
void pme__set_occupancy_add_interval(pme__set_occupancy *occupancy, const pme__interval *interval);
/* Work that pme__set_occupancy_add will do, about in nanoseconds. */
double pme__set_occupancy_effort(const pme__set_occupancy *occupancy, const pme__strided_region *region);

/* hist[c] += share of positions with c lines (c cut at ways). */
void pme__set_occupancy_histogram(const pme__set_occupancy *occupancy, int ways, double *hist);
/* For a line drawn from `own`: others[c] += probability that its set holds c further lines of `all`
 * (docs/model/equations.md 5.4). Both set occupancies have the same span and alignment and every line of own lies in
 * all. */
void pme__set_occupancy_others(const pme__set_occupancy *all, const pme__set_occupancy *own, int ways, double *others);

#endif
