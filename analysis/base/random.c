/* Random numbers. */
#include "random.h"

uint64_t pme__random(uint64_t *state) {
  uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
  z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
  return z ^ (z >> 31);
}

double pme__random_unit(uint64_t *state) { return (double)(pme__random(state) >> 11) * 0x1p-53; }

int64_t pme__random_below(uint64_t *state, int64_t n) {
  return (int64_t)((unsigned __int128)pme__random(state) * (unsigned __int128)n >> 64);
}
