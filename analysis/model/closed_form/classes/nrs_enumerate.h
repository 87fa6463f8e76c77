/* Reuse classes by enumeration of a short equivalent schedule. Private to analysis/model/closed_form/classes; see
 * nrs_reuse_counts.h.
 *
 * Counts are affine in the number of rounds (super-chunks of block * threads iterations) once the pattern has settled
 * (docs/model/equations.md 6.3), and, when blocks are much longer than what the members are apart, affine in the block
 * length as well: iterations far from both ends of a block behave alike. So a few short schedules are enumerated and
 * extrapolated.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CLASSES_NRS_ENUMERATE_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CLASSES_NRS_ENUMERATE_H

#include "nrs_reuse_counts.h"

/* As pme__reuse_classes_find, for any request. */
bool pme__reuse_enumerate(const pme__reuse_request *request, pme__reuse_classes *out);
/* The definition itself: every touch in turn, no extrapolation, one alignment `delta` (for tests and for the short
 * schedules). Adds to `out` with this weight. */
bool pme__reuse_enumerate_all(const pme__reuse_request *request, int64_t delta, double weight, pme__reuse_classes *out);

#endif
