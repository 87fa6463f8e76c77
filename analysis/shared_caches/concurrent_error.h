/* How far one profile is from another, and printed formulas made distributions. */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_ERROR_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_ERROR_H

#include "concurrent_tally.h"

/* Root mean square of the differences of two profiles, on eight single distances and four bins an octave, divided by
 * the range of the estimate, as Sabarimuthu and Venkatesh do (on single distances it is the noise of sampling). */
double pme__concurrent_nrmse(const pme__concurrent_profile *truth, const pme__concurrent_profile *estimate);

/* The finite part scaled so that the mass is 1. */
void pme__concurrent_normalise(pme__concurrent_profile *profile);

#endif
