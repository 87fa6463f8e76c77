/* What the files of the online sink share. */
#ifndef PMECACHE_RUNTIME_ONLINE_INTERNAL_H
#define PMECACHE_RUNTIME_ONLINE_INTERNAL_H

#include <stdbool.h>

#include "analysis/profile/distance.h"
#include "online.h"
#include "pmecache/instrumented.h"
#include "sets.h"

enum { LINE_BITS = 6, LINE_BYTES = 1 << LINE_BITS, BATCH = 4096 };

/* Distances that are counted without a histogram: what a run repeats. */
enum { NEAR = 16 };

/* What is counted for one site. */
typedef struct site_counts {
  double accesses;
  double records; /* of the first site of a block */
  uint64_t near[NEAR];
  pme_histogram histogram;
} site_counts;

struct pmert_online {
  int thread;
  bool failed;
  pme_distance *engine;
  pmert_sets *sets; /* NULL: none is followed */
  uint64_t window;
  uint32_t site_count;
  site_counts *sites; /* by number in the program */
  uint64_t last_line; /* of all references so far */
  size_t pending;
  uint64_t lines[BATCH];
  uint32_t owners[BATCH];
  uint64_t distances[BATCH];
};

/* A run that is being worked off. */
typedef struct run {
  const pme_instrumented_block *block;
  uint32_t first, count;             /* sites, numbered through the program */
  uint64_t address[PME_BLOCK_SITES]; /* in the next round */
  int64_t stride[PME_BLOCK_SITES];
  uint64_t stay[PME_BLOCK_SITES];      /* rounds from the next one on in which the site stays in its line */
  uint64_t lines[PME_BLOCK_SITES];     /* of the round before */
  uint64_t distances[PME_BLOCK_SITES]; /* of a round that repeats the lines of the one before, which were such: */
  uint8_t pattern[PME_BLOCK_SITES];    /* of each site, the first one in the same line */
  bool known;                          /* that they were */
} run;

/* `times` references of a site have this distance, which is no estimate. */
void pmert_count(pmert_online *online, uint32_t site, uint64_t distance, uint64_t times);
/* Gives the engine what is pending. */
void pmert_count_pending(pmert_online *online);

#endif
