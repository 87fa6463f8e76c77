/* Histograms of distances and times, and the profiles that the concurrent methods give (docs/model/profiles.md).
 *
 * The bins are those of pmecache/histogram.h: 64 single values, then 16 an octave. They lie side by side and keep a
 * time besides, since the methods go over them again and again. A profile is a histogram of reuse distances and the
 * weight of the infinite ones; weights are numbers of references, so that profiles of threads are combined by adding
 * (Sabarimuthu and Venkatesh, Eq. 18).
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_TALLY_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_TALLY_H

#include <stdint.h>

#include "pmecache/arena.h"
#include "pmecache/histogram.h"
#include "pmecache/status.h"

typedef struct pme__tally_bin {
  double count; /* weight of the values in the bin */
  double sum;   /* of weight * value */
  double time;  /* of weight * a time that belongs to the value; 0 where there is none */
} pme__tally_bin;

typedef struct pme__tally { /* bin[b] has the values with pme__tally_bin_of(value) == b */
  uint32_t room;
  pme__tally_bin *bin; /* `room` of them */
} pme__tally;

/* pme_bin_of, for the loops that count. */
static inline uint32_t pme__tally_bin_of(uint64_t value) {
  if (value < PME_BINS_EXACT)
    return (uint32_t)value;
  uint32_t octave = 63 - (uint32_t)__builtin_clzll(value);
  uint32_t bin =
      PME_BINS_EXACT + (octave - 6) * PME_BINS_PER_OCTAVE + (uint32_t)(value >> (octave - 4)) % PME_BINS_PER_OCTAVE;
  return bin < PME_BIN_COUNT ? bin : PME_BIN_COUNT - 1;
}
/* The least and the largest value of a bin. */
static inline uint64_t pme__tally_first(uint32_t bin) { return pme_bin_start((int)bin); }
static inline uint64_t pme__tally_last(uint32_t bin) { return pme_bin_start((int)bin + 1) - 1; }

/* Empty bins for values up to `largest`, in `arena`; larger ones are counted in the last bin. PME_NO_MEMORY. */
pme_status pme__tally_open(pme_arena *arena, uint64_t largest, pme__tally *out);
static inline void pme__tally_add(pme__tally *tally, uint64_t value, double weight, double time) {
  uint32_t at = pme__tally_bin_of(value);
  pme__tally_bin *bin = &tally->bin[at < tally->room ? at : tally->room - 1];
  bin->count += weight;
  bin->sum += weight * (double)value;
  bin->time += weight * time;
}
/* One reference with this value, below 2^63, and no time. */
static inline void pme__tally_count_one(pme__tally *tally, uint64_t value) {
  uint32_t at = pme__tally_bin_of(value);
  pme__tally_bin *bin = &tally->bin[at < tally->room ? at : tally->room - 1];
  bin->count++;
  bin->sum += (double)(int64_t)value; /* processors convert signed ones */
}
/* A value between two integers: split linearly, so that sums are kept. Not below 0. */
void pme__tally_add_real(pme__tally *tally, double value, double weight);
/* Weight that lies evenly on the integers first .. last - 1. */
void pme__tally_add_range(pme__tally *tally, double first, double last, double weight);
/* Weight of all values. */
double pme__tally_count(const pme__tally *tally);
/* Weight of the values above `threshold`; inside a bin values are taken to lie evenly. */
double pme__tally_above(const pme__tally *tally, double threshold);

/* The bins that are not empty, in order. The number of a bin is that of its mean. */
typedef struct pme__tally_list {
  uint32_t count;
  pme__tally_bin *bin;
} pme__tally_list;

pme_status pme__tally_compact(pme_arena *arena, const pme__tally *tally, pme__tally_list *out);
/* Weight of the values above `threshold`, as pme__tally_above. */
double pme__tally_list_above(const pme__tally_list *list, double threshold);

typedef struct pme__concurrent_profile {
  double references; /* all of them; what the finite and the infinite ones sum to (a printed formula may miss that) */
  double infinite;
  pme__tally finite;
} pme__concurrent_profile;

/* An empty profile of distances below `lines`, in `arena`. PME_NO_MEMORY. */
pme_status pme__concurrent_profile_open(pme_arena *arena, uint64_t lines, pme__concurrent_profile *out);
/* Adds `part` to `whole` (Eqs 16 to 18: weights are references, so AF_t * CRD_t is implied). */
void pme__concurrent_profile_add(pme__concurrent_profile *whole, const pme__concurrent_profile *part);
/* The profile as a histogram, e.g. for pme__sdcm_miss_rate; destroy it with pme_histogram_destroy. PME_NO_MEMORY. */
pme_status pme__concurrent_profile_histogram(const pme__concurrent_profile *profile, pme_histogram *out);
/* Misses of a fully associative LRU cache of `lines` lines per reference: P(rd >= lines). 0 for an empty profile. */
double pme__concurrent_miss_rate(const pme__concurrent_profile *profile, double lines);

#endif
