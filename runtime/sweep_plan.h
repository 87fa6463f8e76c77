/* What a sweep does, but for where: runs of a block come in few forms, one after the other, so this is kept. */
#ifndef PMECACHE_RUNTIME_SWEEP_PLAN_H
#define PMECACHE_RUNTIME_SWEEP_PLAN_H

#include "analysis/profile/distance_sweep.h"
#include "pmecache/instrumented.h"

enum { SWEEP_SITES = 16, SWEEP_PLANS = 16, SWEEP_NEAR = 80 };

/* All of it is what a plan depends on, beside which sites are in one line at the start. */
typedef struct sweep_form {
  const pme_instrumented_block *block;
  uint64_t last_round;
  uint32_t period_bits; /* an access changes line after 2^period_bits rounds */
  union {
    uint8_t phase[SWEEP_SITES];       /* the first round in the next line, 1 .. period; 0: it stays in its line */
    uint64_t phases[SWEEP_SITES / 8]; /* all of them; so they are made and compared, as bytes it takes much longer */
  };
} sweep_form;

/* An access of the sweep that is to a line of the same round or of the one before. */
typedef struct sweep_near {
  uint8_t site, distance;
  uint32_t times;
} sweep_near;

typedef struct sweep_plan {
  sweep_form form; /* block NULL: none */
  uint32_t site_count;
  uint8_t stream[SWEEP_SITES]; /* of each site */
  pme_sweep sweep;             /* but for the lines where its streams start */
  uint32_t entry_count;        /* of lines, by all streams */
  uint32_t near_count;
  sweep_near near[SWEEP_NEAR];
} sweep_plan;

/* The plan of sites that are in these lines in round 0. False when there is too much of something. */
bool pmert_plan_sweep(sweep_plan *plan, const sweep_form *form, const uint64_t *lines);

#endif
