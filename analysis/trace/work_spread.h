/* How the references of a worksharing loop are spread over its iterations, in equal parts of them: which thread of a
 * team would have most to do. */
#ifndef PMECACHE_ANALYSIS_TRACE_WORK_SPREAD_H
#define PMECACHE_ANALYSIS_TRACE_WORK_SPREAD_H

#include <stdint.h>

#include "pmecache/profile.h"

/* Of one execution of the loop, whose iterations are not known before its end. All 0 at its start. */
enum { PME_SPREAD_BINS = 4 * PME_PROFILE_PARTS };
typedef struct pme__work_spread {
  uint64_t width; /* iterations of a bin; 0: nothing yet */
  double bin[PME_SPREAD_BINS];
} pme__work_spread;

/* `references` in each of the iterations first .. first + count - 1, as numbered from 0. */
void pme__work_spread_add(pme__work_spread *spread, uint64_t first, uint64_t count, double references);
/* Adds what was seen in so many iterations to their parts. */
void pme__work_spread_end(const pme__work_spread *spread, uint64_t iterations, double part[PME_PROFILE_PARTS]);

#endif
