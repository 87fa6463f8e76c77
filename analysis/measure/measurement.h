/* The measurement of one thread: its records become counts of reuse distances, and those a profile at the end. */
#ifndef PMECACHE_MEASURE_MEASUREMENT_H
#define PMECACHE_MEASURE_MEASUREMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"
#include "pmecache/instrumented.h"
#include "pmecache/profile.h"
#include "pmecache/trace.h"

typedef struct pme__measurement pme__measurement;

/* Words of records that a thread gathers before they are worked off: few enough to stay in a first level cache, where they
 * are written, looked through and made unwritten, and leave the program some of it. */
enum { PME_MEASURE_BUFFER_WORDS = 4096 };

/* NULL without memory. */
pme__measurement *pme__measurement_open(const pme__measure_host *host, int thread);
void pme__measurement_close(pme__measurement *m); /* accepts NULL */
/* Works off records, in order. */
void pme__measurement_take(pme__measurement *m, const uint64_t *from, const uint64_t *to);
/* Whether it wants borders. */
bool pme__measurement_samples_lines(const pme__measurement *m);
/* A border of the code behind the records from .. to - 1, which will be taken later, from the same place. */
void pme__measurement_border(pme__measurement *m, const pme_trace_border *border, const uint64_t *from,
                             const uint64_t *to);
/* Tables were moved (PME_BLOCK_MOVED), of which no record is left to be taken. */
void pme__measurement_follow(pme__measurement *m);
/* So much time was spent by the thread in pme__measurement_take, and by the program between the calls. */
void pme__measurement_spend(pme__measurement *m, double own_seconds, double program_seconds);
/* Adds how many buffers were taken, and how many of them were measured. */
void pme__measurement_add_buffers(const pme__measurement *m, uint64_t *measured, uint64_t *all);
/* How the program is measured (PMECACHE_SAMPLE): the same for all threads. */
pme_profile_options pme__measurement_options(const pme__measure_host *host);
/* Adds what the thread did in a function to `profile`, where the function and its loops have these indices. */
void pme__measurement_add_to(const pme__measurement *m, pme_profile *profile, int index,
                             const pme_instrumented_function *function, const int *loops);
/* Adds what its loops were shared out by, then too. */
void pme__measurement_add_schedules(const pme__measurement *m, pme_profile *profile);
/* Adds the line sample, once what pme__measurement_add_to adds is there. */
void pme__measurement_add_lines(const pme__measurement *m, pme_profile *profile);

#endif
