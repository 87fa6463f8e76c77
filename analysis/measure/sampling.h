/* PMECACHE_SAMPLE, PMECACHE_OVERHEAD: how a run is measured. And bursts: with a share or an overhead, some buffers of
 * records are measured and the next ones passed over, in turns. */
#ifndef PMECACHE_MEASURE_SAMPLING_H
#define PMECACHE_MEASURE_SAMPLING_H

#include <stdbool.h>

#include "analysis/reuse/distance.h"
#include "pmecache/histogram.h"

typedef struct pmert_sampling {
  pme_distance_mode mode;
  double rate;     /* share of the buffers that are measured; 1: all */
  double overhead; /* times of the program's own that measuring may take; 0: any */
} pmert_sampling;

/* False when PMECACHE_SAMPLE is neither exact, nor hybrid, nor a share above 0 and at most 1; then it is hybrid. */
bool pmert_sampling_asked(pmert_sampling *sampling);
/* PMECACHE_OVERHEAD: how many times as long as without measuring the run may take. 0 when it is not set; NaN when it is
 * not a number from 1.1 to 1000. */
double pmert_slowdown_asked(void);

/* Where a thread is in bursts and gaps, counted in buffers. */
typedef struct pmert_bursts {
  double rate, overhead;  /* as pmert_sampling has them */
  unsigned left;          /* of the burst or the gap */
  bool in_gap, forgot;    /* forgot: there was a gap */
  uint64_t measured, all; /* buffers */
  double own, program;    /* seconds that were spent here and by the program, as far as they are known */
} pmert_bursts;

void pmert_bursts_start(pmert_bursts *bursts, const pmert_sampling *sampling);
/* A gap ends before its time. */
void pmert_bursts_end_gap(pmert_bursts *bursts);
/* Whether there may be gaps. */
static inline bool pmert_bursts_are_some(const pmert_bursts *b) { return b->rate < 1 || b->overhead > 0; }
/* A buffer is through. True when a burst starts with the next one: it sees cold caches. */
bool pmert_bursts_next(pmert_bursts *bursts);

/* A burst does not know how far the first references to its lines go: at least as far as there were lines in it then
 * (`at_least`, counts by bin; not in `histogram`). They are taken to go as far as the others that go at least so far
 * (Kaplan and Meier 1958, by redistribution to the right, Efron 1967); those beyond all are first references. */
void pmert_spread_unknown(pme_histogram *histogram, const double *at_least);
/* There was no gap: they really were first references. */
void pmert_all_are_first(pme_histogram *histogram, const double *at_least);

#endif
