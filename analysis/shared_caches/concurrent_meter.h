/* Exact reuse distances of a merged stream: what the analytical methods are compared with, and the answer for a trace
 * that was dealt out to a team.
 *
 * Every cache instance has one exact LRU stack, fed with the references of its threads in their merged order. Its
 * profile is the CRD of its threads; an instance of one thread gives that thread's PRD. With `coherent`, a reference is
 * infinite as well when a thread of another instance has written the line since the instance last touched it
 * (docs/model/profiles.md 6.7).
 */
#ifndef PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_METER_H
#define PMECACHE_ANALYSIS_SHARED_CACHES_CONCURRENT_METER_H

#include "concurrent_lines.h"
#include "concurrent_tally.h"

typedef struct pme__meter pme__meter;

typedef struct pme__meter_options {
  uint32_t threads;
  const uint32_t *instance; /* by thread; NULL: all threads in instance 0 */
  bool coherent;
} pme__meter_options;

/* PME_NO_MEMORY; PME_BAD_ARGUMENT for no threads. Close with pme__meter_close (accepts NULL). */
pme_status pme__meter_open(const pme__meter_options *options, pme__meter **out);
void pme__meter_close(pme__meter *meter);
/* The next references, in order. PME_NO_MEMORY. */
pme_status pme__meter_feed(pme__meter *meter, const uint32_t *threads, const pme__line_reference *references,
                           size_t count);

/* What has been fed so far; the meter may be fed on. PME_NO_MEMORY. */
pme_status pme__meter_flush(pme__meter *meter);
/* After a flush; they belong to the meter. */
const pme__concurrent_profile *pme__meter_thread(const pme__meter *meter, uint32_t thread);
/* Infinite references of the thread that are so because of a write elsewhere. */
double pme__meter_invalidated(const pme__meter *meter, uint32_t thread);
/* The sum of the threads of an instance, in `arena`. */
pme_status pme__meter_instance(const pme__meter *meter, uint32_t instance, pme_arena *arena,
                               pme__concurrent_profile *out);

#endif
