/* What a prediction at one size gives. Private to analysis. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_WHAT_FITS_H
#define PMECACHE_ANALYSIS_BY_SIZE_WHAT_FITS_H

#include "pmecache/concrete.h"
#include "pmecache/prediction.h"

/* Arrays in all: more does not fit into today's computers. */
static const double PME__MOST_ARRAY_BYTES = (double)((int64_t)1 << 36);
/* What is touched at least once. */
double pme__touched_bytes(const pme_prediction *prediction);
/* Whether arrays whose extents are known are more; whether what is touched at least once is. */
bool pme__has_large_arrays(const pme_concrete *concrete);
bool pme__is_too_large(const pme_prediction *prediction);
/* Lines that are touched are counted, misses are sampled: what is fetched once is known better than the samples say. */
void pme__take_first_touches(pme_misses *misses);
/* Lines that are missed again, as a share of those that have to be fetched once, and where that is notable. */
double pme__loss_share(const pme_misses *misses);
static const double PME__NOTABLE_LOSS = 0.5;
/* Whether few lines are missed again, as a share of those that have to be fetched once: what is used again fits. */
bool pme__fits(const pme_misses *misses);

#endif
