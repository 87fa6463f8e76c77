/* Sets of caches that are followed exactly while the program runs (PMECACHE_SETS), for one thread. */
#ifndef PMECACHE_MEASURE_FOLLOWED_SETS_H
#define PMECACHE_MEASURE_FOLLOWED_SETS_H

#include <stdint.h>

#include "pmecache/profile.h"

typedef struct pmert_sets pmert_sets;

/* Adds the caches of a module (`64x8,512x8`) to those that a sample of references is looked at in. Once. */
void pmert_sets_name(const char *caches);
void pmert_sets_forget(void); /* for the next trace */

/* What is to be followed: the geometries that PMECACHE_SETS asks for, `64x8,512x8`, sets x ways; or, when it is not
 * set, a sample in the caches that the modules of the program name. None for `off`, and when it says something else. */
void pmert_sets_asked(pme_profile_options *options);
/* Says what is wrong with PMECACHE_SETS. */
void pmert_sets_check(void);
/* NULL when none is to be followed, or there is no memory (said). */
pmert_sets *pmert_sets_open(const pme_profile_options *options);
void pmert_sets_close(pmert_sets *sets); /* accepts NULL */
/* References of these lines, in order, each of the site beside it. */
void pmert_sets_take(pmert_sets *sets, const uint64_t *lines, const uint32_t *sites, uint64_t count);
/* Adds what was counted for the site, and so many references that repeated the line of the one before. */
void pmert_sets_add_to(const pmert_sets *sets, uint32_t site, double repeats, pme_profile_stream *stream);

#endif
