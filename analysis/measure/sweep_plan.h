/* The plan of a sweep: all that does not depend on where it starts. Runs of a block come in few forms, one after the
 * other, so plans are kept. */
#ifndef PMECACHE_MEASURE_SWEEP_PLAN_H
#define PMECACHE_MEASURE_SWEEP_PLAN_H

#include "analysis/reuse/distance_sweep.h"
#include "pmecache/instrumented.h"

enum { SWEEP_SITES = 32, SWEEP_PLANS = 64, SWEEP_NEAR = 160 };

/* What is looked at of a run that is to be a sweep. All of it but the lines, and the strides, is what a plan depends
 * on, beside which sites are in one line at the start. */
typedef struct sweep_start {
  const pme_instrumented_block *block;
  uint64_t rounds;
  uint64_t offsets[SWEEP_SITES / 8]; /* where in its line each access starts that does not stay there, a byte each; made
                                        and compared like this, as bytes it takes much longer */
  uint64_t lines[SWEEP_SITES];
} sweep_start;

typedef struct sweep_form {
  uint64_t last_round;
  uint32_t period_bits;       /* an access changes line after 2^period_bits rounds */
  uint8_t phase[SWEEP_SITES]; /* the first round in the next line, 1 .. period; 0: it stays in its line */
} sweep_form;

/* An access of the sweep that is to a line of the same round or of the one before. */
typedef struct sweep_near {
  uint8_t site, distance;
  uint32_t times;
} sweep_near;

typedef struct sweep_plan {
  const pme_instrumented_block *block; /* NULL: none */
  uint64_t rounds, offsets[SWEEP_SITES / 8];
  int64_t stride[SWEEP_SITES];
  uint64_t not_aligned[SWEEP_SITES]; /* bits of an address that must be 0 */
  sweep_form form;
  uint32_t site_count;
  uint8_t stream[SWEEP_SITES]; /* of each site */
  pme__sweep sweep;            /* but for the lines where its streams start */
  uint32_t entry_count;        /* of lines, by all streams */
  uint32_t near_count;
  sweep_near near[SWEEP_NEAR];
} sweep_plan;

/* Completes a plan that has its form, for sites that are in these lines in round 0. False when there is too much of
 * something. */
bool pme__plan_sweep(sweep_plan *plan, const uint64_t *lines);

#endif
