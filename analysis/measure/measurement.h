/* The measurement of one thread: its records become counts of reuse distances, and those a profile at the end. */
#ifndef PMECACHE_MEASURE_MEASUREMENT_H
#define PMECACHE_MEASURE_MEASUREMENT_H

#include <stdint.h>

#include "host.h"
#include "pmecache/instrumented.h"
#include "pmecache/profile.h"

typedef struct pme_measurement pme_measurement;

/* Words of records that a thread gathers before they are worked off; a buffer of them is in the second level cache
 * while it is filled and read. */
enum { PME_MEASURE_BUFFER_WORDS = 8192 };

/* NULL without memory. */
pme_measurement *pme__measurement_open(const pme_measure_host *host, int thread);
void pme__measurement_close(pme_measurement *m); /* accepts NULL */
/* Works off records, in order. */
void pme__measurement_take(pme_measurement *m, const uint64_t *from, const uint64_t *to);
/* So much time was spent by the thread in pme__measurement_take, and by the program between the calls. */
void pme__measurement_spend(pme_measurement *m, double own_seconds, double program_seconds);
/* Adds how many buffers were taken, and how many of them were measured. */
void pme__measurement_add_buffers(const pme_measurement *m, uint64_t *measured, uint64_t *all);
/* How the program is measured (PMECACHE_SAMPLE): the same for all threads. */
pme_profile_options pme__measurement_options(const pme_measure_host *host);
/* Adds what the thread did in a function to `profile`, where the function and its loops have these indices. */
void pme__measurement_add_to(const pme_measurement *m, pme_profile *profile, int index,
                             const pme_instrumented_function *function, const int *loops);

#endif
