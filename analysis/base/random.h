/* Random numbers: splitmix64 (Steele, Lea, Flood 2014). Equal seeds give equal sequences on every machine; a seed may be
 * any number. Private to analysis. The simulator, which judges, has its own. */
#ifndef PMECACHE_ANALYSIS_BASE_RANDOM_H
#define PMECACHE_ANALYSIS_BASE_RANDOM_H

#include <stdint.h>

/* The next number, all 64 bits of it. */
uint64_t pme__random(uint64_t *state);
/* In [0, 1). */
double pme__random_unit(uint64_t *state);
/* In [0, n), n >= 1. */
int64_t pme__random_below(uint64_t *state, int64_t n);

#endif
