/* What the environment asks of a measurement: PMECACHE_SAMPLE, PMECACHE_OVERHEAD, PMECACHE_SETS. */
#ifndef PMECACHE_MEASURE_REQUEST_H
#define PMECACHE_MEASURE_REQUEST_H

#include <stdbool.h>

#include "analysis/reuse/distance.h"
#include "named_caches.h"
#include "pmecache/profile.h"

typedef struct pme__sampling_request {
  pme__distance_mode mode;
  double rate;     /* share of the buffers that are measured; 1: all */
  double overhead; /* times of the program's own that measuring may take; 0: any */
} pme__sampling_request;

/* False when PMECACHE_SAMPLE is neither exact, nor hybrid, nor a share above 0 and at most 1; then it is hybrid. */
bool pme__sampling_asked(pme__sampling_request *sampling);
/* PMECACHE_OVERHEAD: how many times as long as without measuring the run may take. 0 when it is not set; NaN when it is
 * not a number from 1.1 to 1000. */
double pme__slowdown_asked(void);

/* What is to be followed: the geometries that PMECACHE_SETS asks for, `64x8,512x8`, sets x ways; or, when it is not
 * set, a sample in the named caches. None for `off`, and when it says something else. */
void pme__sets_asked(const pme__named_caches *caches, pme_profile_options *options);
/* False when PMECACHE_SETS says something else. */
bool pme__sets_request_is_valid(void);
/* `64x8,512x8`; false, and none, when it is something else. */
bool pme__read_geometries(const char *text, pme_geometry geometries[PME_PROFILE_MAX_GEOMETRIES], int *count);

#endif
