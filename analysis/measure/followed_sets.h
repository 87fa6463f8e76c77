/* Sets of caches that are followed exactly while the program runs (PMECACHE_SETS), for one thread. */
#ifndef PMECACHE_MEASURE_FOLLOWED_SETS_H
#define PMECACHE_MEASURE_FOLLOWED_SETS_H

#include <stdint.h>

#include "host.h"

typedef struct pme__followed_sets pme__followed_sets;

/* NULL when none is to be followed, or there is no memory (said). */
pme__followed_sets *pme__followed_sets_open(const pme__measure_host *host, const pme_profile_options *options);
void pme__followed_sets_close(pme__followed_sets *sets); /* accepts NULL */
/* References of these lines, in order, each of the site beside it. */
void pme__followed_sets_take(pme__followed_sets *sets, const uint64_t *lines, const uint32_t *sites, uint64_t count);
/* Adds what was counted for the site, and so many references that repeated the line of the one before. */
void pme__followed_sets_add_to(const pme__followed_sets *sets, uint32_t site, double repeats,
                               pme_profile_stream *stream);

#endif
