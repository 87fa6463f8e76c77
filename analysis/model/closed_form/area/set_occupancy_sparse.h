/* Lines in the sets of a few others, without a occupancy. Private to analysis/model/closed_form.
 *
 * To know how many lines of a region share a set with some reused lines, the occupancy need not be laid out: each run of
 * the region is compared with each run of reused lines, and only the steps inside of these are sorted. Cheaper than the
 * occupancy where the reused lines are few rows that cover a small part of it.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_SPARSE_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_SPARSE_H

#include "strided_region.h"

enum { PME__SET_OCCUPANCY_SPARSE_MOST_STEPS = 256 };

/* As pme__set_occupancy_others, for a region of `count` runs and reused lines `own`, on a occupancy of `span` positions of which
 * the multiples of `alignment` can be starts of lines. False when the occupancy is the better way; others is unchanged. */
bool pme__set_occupancy_sparse_others(const pme__interval *runs, int count, const pme__strided_region *own,
                                      int64_t span, int64_t alignment, int ways, double *others);

#endif
