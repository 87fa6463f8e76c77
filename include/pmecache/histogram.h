/* pmecache: a histogram of reuse distances, in lines.
 *
 * Distances below 64 have a bin each, above that an octave has 16 bins (docs/model/profiles.md 1.4). A bin keeps
 * how often and the sum of the distances, so that its mean is exact: hit rates are evaluated at the mean.
 *
 * Counts are doubles: whole numbers stay exact to 2^53, and a sampled reference stands for a weight.
 *
 *   total   references, exact
 *   cold    first references (of a sampled run: by weight)
 *   far     references at or beyond the window of the engine, first ones included, exact; 0 for an exact engine. Their
 *           bins and `cold` come from the sample: by how much each stands for too much or too little is
 *           pme_histogram_far_scale. far > 0 with nothing sampled: only their number is known.
 *
 * Zero-initialised = empty. Rows of 16 bins are allocated when they are first used.
 */
#ifndef PMECACHE_HISTOGRAM_H
#define PMECACHE_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "pmecache/allocator.h"
#include "pmecache/status.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

enum {
  PME_BIN_FIRST_OCTAVE = 6,                   /* 2^6 .. 2^7 - 1 */
  PME_BIN_SUB_BITS = 4,                       /* which bin of its octave: so many bits below the highest one */
  PME_BINS_EXACT = 1 << PME_BIN_FIRST_OCTAVE, /* one bin a distance below this */
  PME_BINS_PER_OCTAVE = 1 << PME_BIN_SUB_BITS,
  PME_BINS_ROW = 16,    /* bins are allocated by rows */
  PME_BIN_OCTAVES = 42, /* the last bin takes all that is larger */
  PME_BIN_ROWS = PME_BINS_EXACT / PME_BINS_ROW + PME_BIN_OCTAVES,
  PME_BIN_COUNT = PME_BIN_ROWS * PME_BINS_ROW
};

/* From here on all distances are in the last bin. */
#define PME_BINS_END (UINT64_C(1) << (PME_BIN_FIRST_OCTAVE + PME_BIN_OCTAVES))

typedef struct pme_bin {
  double count;
  double sum; /* of the distances, in lines */
} pme_bin;

typedef struct pme_histogram {
  double total;
  double cold;
  double far;
  pme_bin *rows[PME_BIN_ROWS]; /* NULL: empty */
} pme_histogram;

/* Bin of a distance, and the smallest distance of a bin (of the bin after the last: where that one ends). */
static inline int pme_bin_of(uint64_t distance) {
  enum { LAST_OCTAVE = PME_BIN_FIRST_OCTAVE + PME_BIN_OCTAVES - 1 };
  if (distance < PME_BINS_EXACT)
    return (int)distance;
  int octave = 63 - __builtin_clzll(distance);
  if (octave > LAST_OCTAVE)
    return PME_BIN_COUNT - 1;
  int sub = (int)(distance >> (octave - PME_BIN_SUB_BITS)) & (PME_BINS_PER_OCTAVE - 1);
  return PME_BINS_EXACT + (octave - PME_BIN_FIRST_OCTAVE) * PME_BINS_PER_OCTAVE + sub;
}
/* The same in fewer instructions, of a distance from PME_BINS_EXACT to below PME_BINS_END that is a double already: the
 * exponent is the octave, the highest bits of the mantissa are the place in it. */
static inline int pme_bin_of_double(double distance) {
  enum { MANTISSA_BITS = 52, EXPONENT_OF_1 = 1023 };
  uint64_t bits;
  memcpy(&bits, &distance, sizeof bits);
  return (int)(bits >> (MANTISSA_BITS - PME_BIN_SUB_BITS)) -
         ((EXPONENT_OF_1 + PME_BIN_FIRST_OCTAVE) << PME_BIN_SUB_BITS) + PME_BINS_EXACT;
}
uint64_t pme_bin_start(int bin);

/* One reference, as pme_distance_references tells it: `distance` may be infinite (UINT64_MAX) or unknown
 * (UINT64_MAX - 1); `weight` and `window` are those of the engine. PME_NO_MEMORY: the reference is not counted. */
pme_status pme_histogram_add(pme_histogram *histogram, uint64_t distance, double weight, uint64_t window,
                             const pme_allocator *allocator);
/* Adds to a bin: `count` references whose distances have this sum. total and far are the caller's affair. */
pme_status pme_histogram_add_bin(pme_histogram *histogram, int bin, double count, double sum,
                                 const pme_allocator *allocator);
/* to += scale * from. */
pme_status pme_histogram_merge(pme_histogram *to, const pme_histogram *from, double scale,
                               const pme_allocator *allocator);
void pme_histogram_destroy(pme_histogram *histogram, const pme_allocator *allocator);

/* Count and sum of a bin; zeros for a bin that is empty. */
pme_bin pme_histogram_bin(const pme_histogram *histogram, int bin);
/* Weight of the bins from that of `lines` on and of `cold`; lines = 0: of all. */
double pme_histogram_beyond(const pme_histogram *histogram, uint64_t lines);
/* What bins at or beyond `window_lines` and `cold` are to be multiplied with: far / (their weight). 1 when far is 0
 * or nothing of it was sampled (pme_histogram_far_is_unknown). */
double pme_histogram_far_scale(const pme_histogram *histogram, uint64_t window_lines);
bool pme_histogram_far_is_unknown(const pme_histogram *histogram, uint64_t window_lines);
/* Misses of a fully associative LRU cache of `lines` lines, as a share of the references; a bin that `lines` falls into
 * is divided evenly. 0 when there are no references. */
double pme_histogram_miss_rate(const pme_histogram *histogram, uint64_t window_lines, double lines);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
