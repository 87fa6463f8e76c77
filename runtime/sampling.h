/* PMECACHE_SAMPLE: how a run is measured. And bursts: with a share in place of a name, some buffers of records are
 * measured and the next ones passed over, in turns. */
#ifndef PMECACHE_RUNTIME_SAMPLING_H
#define PMECACHE_RUNTIME_SAMPLING_H

#include <stdbool.h>

#include "analysis/profile/distance.h"
#include "pmecache/histogram.h"

typedef struct pmert_sampling {
  pme_distance_mode mode;
  double rate; /* share of the buffers that are measured; 1: all */
} pmert_sampling;

/* False when PMECACHE_SAMPLE is neither exact, nor hybrid, nor a share above 0 and at most 1; then it is hybrid. */
bool pmert_sampling_asked(pmert_sampling *sampling);

/* Where a thread is in bursts and gaps, counted in buffers. */
typedef struct pmert_bursts {
  double rate;
  unsigned left; /* of the burst or the gap */
  bool in_gap;
} pmert_bursts;

void pmert_bursts_start(pmert_bursts *bursts, double rate);
/* A buffer is through. True when a burst starts with the next one: it sees cold caches. */
bool pmert_bursts_next(pmert_bursts *bursts);

/* A burst does not know how far the first references to its lines go: at least as far as there were lines in it then
 * (`at_least`, counts by bin; not in `histogram`). They are taken to go as far as the others that go at least so far
 * (Kaplan and Meier 1958, by redistribution to the right, Efron 1967); those beyond all are first references. */
void pmert_spread_unknown(pme_histogram *histogram, const double *at_least);

#endif
