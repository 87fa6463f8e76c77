/* The sample in the sets (set_sampler.h) for lines that sweeps enter. */
#ifndef PMECACHE_MEASURE_SWEEP_SAMPLE_H
#define PMECACHE_MEASURE_SWEEP_SAMPLE_H

#include "measurement_state.h"

/* More of one sweep are not looked at. */
enum { SWEEP_SAMPLES = 16 };

/* What was asked in front of a sweep, and counts when the sweep is done. */
typedef struct sweep_samples {
  pme__pace pace;
  uint32_t count;
  struct sweep_sampled {
    uint32_t place;
    uint64_t weight;
    pme__set_depths depths;
  } samples[SWEEP_SAMPLES];
} sweep_samples;

void pme__sweep_sample_ask(pme__measurement *m, const pme__sweep *sweep, sweep_samples *samples);
void pme__sweep_sample_count(pme__measurement *m, uint32_t first_site, const sweep_samples *samples);

#endif
