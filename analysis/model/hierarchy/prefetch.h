/* Lines that the prefetchers of one cache ask for. Private to analysis/model.
 *
 * What docs/model/simulator.md (prefetchers) defines; shares nothing with the simulator.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_HIERARCHY_PREFETCH_H
#define PMECACHE_ANALYSIS_MODEL_HIERARCHY_PREFETCH_H

#include "pmecache/machine.h"

enum { PME__PAGES_FOLLOWED = 32, PME__MOST_FETCHED = 4 };

/* A page that is followed: offsets of lines inside it. */
typedef struct pme__followed_page {
  int64_t page;
  int16_t last, front; /* asked for last; the farthest that was fetched ahead of it */
  int8_t direction;
} pme__followed_page;

/* Zero-initialised: no page is followed. */
typedef struct pme__prefetch {
  pme__followed_page pages[PME__PAGES_FOLLOWED]; /* latest first */
  int count;
} pme__prefetch;

/* A request for a line: what is to be fetched for it, in order. Returns how many. */
int pme__prefetch_on(pme__prefetch *prefetch, const pme_prefetchers *kinds, int line_bytes, int64_t line,
                     int64_t fetched[PME__MOST_FETCHED]);

#endif
