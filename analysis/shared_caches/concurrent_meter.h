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

typedef struct pme_meter pme_meter;

typedef struct pme_meter_options {
  uint32_t threads;
  const uint32_t *instance; /* by thread; NULL: all threads in instance 0 */
  bool coherent;
} pme_meter_options;

/* PME_NO_MEMORY; PME_BAD_ARGUMENT for no threads. Close with pme_meter_close (accepts NULL). */
pme_status pme_meter_open(const pme_meter_options *options, pme_meter **out);
void pme_meter_close(pme_meter *meter);
/* The next references, in order. PME_NO_MEMORY. */
pme_status pme_meter_feed(pme_meter *meter, const uint32_t *threads, const pme_reference *references, size_t count);

/* What has been fed so far; the meter may be fed on. PME_NO_MEMORY. */
pme_status pme_meter_flush(pme_meter *meter);
/* After a flush; they belong to the meter. */
const pme_concurrent_profile *pme_meter_thread(const pme_meter *meter, uint32_t thread);
/* Infinite references of the thread that are so because of a write elsewhere. */
double pme_meter_invalidated(const pme_meter *meter, uint32_t thread);
/* The sum of the threads of an instance, in `arena`. */
pme_status pme_meter_instance(const pme_meter *meter, uint32_t instance, pme_arena *arena, pme_concurrent_profile *out);

#endif
