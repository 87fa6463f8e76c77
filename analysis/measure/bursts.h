/* Bursts: with a share or an overhead asked for, some buffers of records are measured and the next ones passed over, in
 * turns. */
#ifndef PMECACHE_MEASURE_BURSTS_H
#define PMECACHE_MEASURE_BURSTS_H

#include <stdbool.h>

#include "measurement.h"
#include "pmecache/histogram.h"
#include "pmecache/profile.h"
#include "request.h"

/* Long enough that a cache of this size is warm for most of it: two million words. */
enum { PME_BURST_WORDS = 1 << 21, PME_BURST_BUFFERS = PME_BURST_WORDS / PME_MEASURE_BUFFER_WORDS };

/* Bursts that nobody asked for, behind the first words. They only have to fill the engine's window, so that they are
 * shorter. Counted in words and in what runs are expanded to. */
enum {
  PME_THIN_FIRST = 1 << 22,
  PME_THIN_BURST = 1 << 18,
  PME_THIN_GAPS = 7 /* in the mean, for one burst */
};

/* Where a thread is in bursts and gaps, counted in buffers. */
typedef struct pme__bursts {
  double rate, overhead;  /* as pme__sampling_request has them */
  unsigned left;          /* of the burst or the gap */
  int64_t thin_left;      /* the same where nobody asked, in words */
  bool in_gap, forgot;    /* forgot: there was a gap */
  uint64_t measured, all; /* buffers */
  uint64_t random;        /* of the lengths of gaps that nobody asked for */
  double own, program;    /* seconds that were spent here and by the program, as far as they are known */
} pme__bursts;

void pme__bursts_start(pme__bursts *bursts, const pme__sampling_request *sampling);
/* A gap ends before its time. */
void pme__bursts_end_gap(pme__bursts *bursts);
/* Whether there may be gaps. */
static inline bool pme__bursts_are_some(const pme__bursts *b) { return b->rate < 1 || b->overhead > 0; }
/* A buffer is through. True when a burst starts with the next one: it sees cold caches. */
bool pme__bursts_next(pme__bursts *bursts);

/* The same where nobody asked for bursts, but a sample of lines is known in gaps: gaps are of any length, so that they
 * do not keep step with the program. `cost`: of the buffer that is through. True when a gap begins with the next one. */
bool pme__bursts_next_thin(pme__bursts *bursts, uint64_t cost);

/* A burst does not know how far the first references to its lines go: at least as far as there were lines in it then
 * (`at_least`, counts by bin; not in `histogram`). They are taken to go as far as the others that go at least so far
 * (Kaplan and Meier 1958, by redistribution to the right, Efron 1967); those beyond all are first references. */
void pme__spread_unknown(pme_histogram *histogram, const double *at_least);
/* How near and how far all may be: those with as few lines as they have at least, or all the first ones. Before they are
 * spread. */
pme_status pme__range_of_unknown(const pme_histogram *histogram, const double *at_least, const pme_allocator *allocator,
                                 pme_profile_range *range);
/* There was no gap: they really were first references. */
void pme__all_are_first(pme_histogram *histogram, const double *at_least);

#endif
