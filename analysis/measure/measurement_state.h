/* The measurement of a thread from inside: its sites with their counts, the engine, references that wait. Private to
 * analysis/measure. */
#ifndef PMECACHE_MEASURE_MEASUREMENT_STATE_H
#define PMECACHE_MEASURE_MEASUREMENT_STATE_H

#include <stdbool.h>

#include "analysis/reuse/distance.h"
#include "analysis/reuse/distance_recent.h"
#include "analysis/trace/line_sampler.h"
#include "analysis/trace/work_sampler.h"
#include "bursts.h"
#include "followed_sets.h"
#include "measurement.h"
#include "pmecache/instrumented.h"
#include "set_sampler.h"
#include "sweep_plan.h"

enum { LINE_BITS = 6, LINE_BYTES = 1 << LINE_BITS };

/* Distances that are counted without a histogram. */
enum { NEAR = 16 };

/* References that wait for the engine. */
enum { WAITING = 1024 };

/* What was counted for a site before the first gap that nobody asked for. */
typedef struct early_counts {
  uint64_t records, rounds;
  pme_histogram histogram;
} early_counts;

/* What is counted for one site. */
typedef struct site_counts {
  uint32_t number; /* of the site, in the program */
  int32_t inside;  /* of the first site of a plain block: no access of it straddles, from here in a line or before */
  uint32_t slot;   /* among the recent lines, where the site's last line was when it was looked for */
  uint64_t near[NEAR];
  uint64_t records;       /* of the first site of a block */
  uint64_t passed;        /* of these, in gaps between bursts */
  uint64_t rounds;        /* of a run */
  uint64_t rounds_passed; /* of these, in gaps; of the first site */
  pme_histogram whole;    /* of exact distances that are not near; their total and far follow from the bins */
  pme_histogram weighted; /* of distances that a sample may stand behind, complete */
  double *at_least;       /* bursts: first references to their lines, by the bin of the lines until then; NULL: none */
  double far_in_gaps;  /* what the sample stands for of references beyond the window, in gaps that nobody asked for */
  early_counts *early; /* no part of the other counts, but for records and rounds; NULL: none */
} site_counts;

struct pme__measurement {
  const pme__measure_host *host;
  int thread;
  bool failed;
  bool drops;     /* records are not looked at: for measuring what recording alone costs (PMECACHE_RECORD_ONLY) */
  bool thins;     /* nobody asked for bursts: gaps when the engine is not exact any more, but for its sample of lines */
  bool has_early; /* there was a first gap of these */
  uint64_t expanded; /* references of runs in the buffer at hand */
  bool has_avx2;
  pme__distance *engine;
  pme__followed_sets *sets;        /* NULL: none is followed */
  pme__set_sampler *set_sampler;   /* NULL: none */
  pme__line_sampler *line_sampler; /* NULL: none */
  pme__work_sampler *work_sampler; /* NULL: none */
  const uint64_t *sampled; /* of the records that are not taken yet: behind those that `lines` has; NULL: none */
  pme__pace pace;          /* of references that the recent lines do not answer */
  pme__pace recent_pace;   /* of those that they answer, but for the first PME_CERTAIN_LINES */
  pme__pace sweep_pace;    /* of entries of lines by sweeps */
  pme__bursts bursts;
  uint64_t window;
  uint32_t site_count;
  site_counts *sites;  /* by number in the program */
  pme__recent *recent; /* of the engine; NULL: the engine, or somebody else, wants to know of all references */
  bool is_exact;       /* the form of the engine: distances are, those from the window on, too */
  uint64_t last_line;  /* without `recent`: of all references so far */
  uint64_t live;       /* lines in the engine when it was last asked */
  sweep_plan plans[SWEEP_PLANS];
  uint32_t waiting, most_waiting;
  pme__recent_miss misses[WAITING]; /* one of these */
  uint64_t lines[WAITING];
  uint32_t owners[WAITING];
  uint64_t distances[WAITING];
};

/* Adds all that was counted for the site, but of what is in `at_least` only the number. False without memory. */
bool pme__add_site_counts(const pme__measurement *m, const site_counts *site, pme_histogram *histogram);

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

/* What comes from here on is not measured, for want of memory. */
void pme__measurement_fail(pme__measurement *m);

#endif
