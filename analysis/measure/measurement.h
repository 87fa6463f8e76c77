/* The sink that makes a profile of the records while the program runs. */
#ifndef PMECACHE_MEASURE_MEASUREMENT_H
#define PMECACHE_MEASURE_MEASUREMENT_H

#include <stdint.h>

#include "pmecache/instrumented.h"
#include "pmecache/profile.h"

typedef struct pmert_online pmert_online;

/* For one thread; NULL without memory. */
pmert_online *pmert_online_open(int thread);
void pmert_online_close(pmert_online *online); /* accepts NULL */
/* Works off records, in order. */
void pmert_online_take(pmert_online *online, const uint64_t *from, const uint64_t *to);
/* So much time was spent by the thread in pmert_online_take, and by the program between the calls. */
void pmert_online_spend(pmert_online *online, double own_seconds, double program_seconds);
/* Adds how many buffers were taken, and how many of them were measured. */
void pmert_online_add_buffers(const pmert_online *online, uint64_t *measured, uint64_t *all);
/* How the program is measured (PMECACHE_SAMPLE): the same for all threads. */
pme_profile_options pmert_online_options(void);
/* Adds what the thread did in a function to `profile`, where the function and its loops have these indices. */
void pmert_online_add_to(const pmert_online *online, pme_profile *profile, int index,
                         const pme_instrumented_function *function, const int *loops);

#endif
