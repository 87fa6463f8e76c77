/* Lines in the sets of a few others, without a circle. Private to analysis/model/closed_form.
 *
 * To know how many lines of a region share a set with some reused lines, the circle need not be laid out: each run of
 * the region is compared with each run of reused lines, and only the steps inside of these are sorted. Cheaper than the
 * circle where the reused lines are few rows that cover a small part of it.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_SPARSE_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_SPARSE_H

#include "strided_region.h"

enum { PME__NEARBY_MOST_STEPS = 256 };

/* As pme__circle_others, for a region of `count` runs and reused lines `own`, on a circle of `span` positions of which
 * the multiples of `alignment` can be starts of lines. False when the circle is the better way; others is unchanged. */
bool pme__nearby_others(const pme__interval *runs, int count, const pme__comb *own, int64_t span, int64_t alignment,
                        int ways, double *others);

#endif
