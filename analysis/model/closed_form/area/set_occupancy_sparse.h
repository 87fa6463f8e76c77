/* How many lines share a set with a few reused lines, without counting all sets. Private to
 * analysis/model/closed_form.
 *
 * To know how many lines of a region share a set with some reused lines, not every set has to be counted
 * (set_occupancy.h): each run of the region is compared with each run of reused lines, and only the places inside of
 * these where the number of lines changes are sorted. Cheaper where the reused lines are few runs that cover a small
 * part of the way.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_SPARSE_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_AREA_SET_OCCUPANCY_SPARSE_H

#include "strided_region.h"

enum { PME__SET_OCCUPANCY_SPARSE_MOST_STEPS = 256 };

/* The positions of one cache way: `span` of them, of which the multiples of `alignment` can be starts of lines; up to
 * `ways` lines of a set are told apart. */
typedef struct pme__way_positions {
  int64_t span, alignment;
  int ways;
} pme__way_positions;

/* As pme__set_occupancy_others, for a region of `count` runs and reused lines `own`. False when counting all sets is
 * the better way; others is unchanged. */
bool pme__set_occupancy_sparse_others(const pme__interval *runs, int count, const pme__strided_region *own,
                                      const pme__way_positions *way, double *others);

#endif
