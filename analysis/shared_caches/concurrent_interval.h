/* How much the answer depends on who goes first (docs/model/profiles.md 5.3).
 *
 * Threads that sweep the same lines in lock step hit what the others just brought; when one starts late, they do not.
 * The miss rates of a cache are measured for three kinds of interleaving: round robin, uniform at random, and late
 * starts by up to a quarter of the work (four at random, and evenly spread ones of a quarter, a twentieth and a
 * hundredth). The lowest and the highest are the interval; where the three uniform and the four late ones differ among
 * themselves, it reaches 1.5 times as far beyond them, since another draw may. When they are far apart the answer is
 * interleaving-sensitive, and no analytical method can be exact.
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_INTERVAL_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_INTERVAL_H

#include "concurrent_meter.h"
#include "interleave.h"

/* Streams between barriers, one after another. */
typedef struct pme__phases {
  void *context;
  size_t count;
  pme__streams (*streams)(void *context, size_t phase);
} pme__phases;

/* One phase; `streams` must outlive the result. */
pme__phases pme__phases_of_streams(const pme__streams *streams);

/* Feeds all phases through an interleaver into meters (e.g. one with private caches and one with a shared one), and
 * flushes them. Every phase starts its own interleaver, with its own seed. PME_NO_MEMORY, PME_BAD_ARGUMENT. */
pme_status pme__meter_run(const pme__phases *phases, const pme__interleave_options *options, pme__meter *const *meters,
                          size_t count);

typedef struct pme__order_interval {
  double low, high;   /* miss rate of a fully associative LRU cache that all threads share */
  double round_robin; /* of the interleavings, one by one */
  double uniform;
  bool is_sensitive; /* those that were tried differ by more than PME_INTERVAL_SENSITIVE */
} pme__order_interval;

#define PME_INTERVAL_SENSITIVE 0.02

/* An interval for each cache size (in lines). PME_NO_MEMORY, PME_BAD_ARGUMENT. */
pme_status pme__concurrent_interval(const pme__phases *phases, uint32_t threads, uint64_t seed, const double *lines,
                                    size_t count, pme__order_interval *out);

#endif
