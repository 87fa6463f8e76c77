/* splitmix64 (Steele, Lea, Flood 2014): equal seeds give equal sequences on every machine. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_RANDOM_H
#define PMECACHE_SIMULATOR_RANDOM_H

#include <stdint.h>

static inline uint64_t sim_random(uint64_t *state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* Uniform in [0, bound), bound >= 1; the bias of at most bound / 2^32 does not matter here (bound <= 2^32). */
static inline uint64_t sim_random_below(uint64_t *state, uint64_t bound) {
  return ((sim_random(state) >> 32) * bound) >> 32;
}

#endif
