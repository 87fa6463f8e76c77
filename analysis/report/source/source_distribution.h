/* A loop that holds a nest and something else as a loop for each part. Private to analysis/report/source. */
#ifndef PMECACHE_ANALYSIS_REPORT_SOURCE_SOURCE_DISTRIBUTION_H
#define PMECACHE_ANALYSIS_REPORT_SOURCE_SOURCE_DISTRIBUTION_H

#include "source_change.h"

/* Of an order that is distributed: the loop around the nest once for each part, the nest in its new order; a sum in a
 * variable, where it begins on the line before the nest and is put into an element on the line behind it, in that element.
 * The result lives in `arena`. PME_NO_MEMORY. */
pme_status pme__distribute_source(const pme_prediction *prediction, const pme_loop_order *order, pme_arena *arena,
                                  pme__source_change *out);

#endif
