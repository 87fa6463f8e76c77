/* Which thread gets which iterations of a worksharing loop (docs/model/profiles.md 1.8). */
#ifndef PMECACHE_ANALYSIS_TEAM_TEAM_SCHEDULE_H
#define PMECACHE_ANALYSIS_TEAM_TEAM_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "pmecache/arena.h"
#include "pmecache/program.h"
#include "pmecache/status.h"

typedef enum pme__team_schedule_kind {
  PME_TEAM_BALANCED, /* static: q = n / T, r = n % T; the first r threads get q + 1. libgomp, and libomp's "balanced" */
  PME_TEAM_GREEDY,   /* static: blocks of ceil(n / T), the last threads get less. libomp's "greedy" */
  PME_TEAM_CHUNKED,  /* static, chunk: chunks in turn */
  PME_TEAM_DYNAMIC,  /* the next chunk (0: 1) to whoever is free */
  PME_TEAM_GUIDED_GOMP, /* the same with max(chunk, ceil(left / T)) */
  PME_TEAM_GUIDED_OMP   /* the same with left / (2 T), and the chunk once left < 2 T (chunk + 1) */
} pme__team_schedule_kind;

/* The clause of the source that asks for it, without its chunk. */
pme_schedule_kind pme__team_schedule_clause(pme__team_schedule_kind kind);

typedef struct pme__team_schedule {
  pme__team_schedule_kind kind;
  uint64_t chunk;
  uint32_t threads;
  uint64_t iterations;
} pme__team_schedule;

/* Iterations first .. last - 1. */
typedef struct pme__range {
  uint64_t first, last;
} pme__range;

/* The three static kinds: the `nth` range of a thread (0, 1, ...); false when it has no more. */
bool pme__team_schedule_range(const pme__team_schedule *schedule, uint32_t thread, uint64_t nth, pme__range *out);

/* The other kinds: the ranges of every thread, in their order. */
typedef struct pme__team_ranges {
  uint32_t threads;
  uint64_t *count;    /* of ranges, by thread */
  pme__range **range; /* by thread */
  uint64_t *length;   /* of its iterations together, by thread */
} pme__team_ranges;

/* How long the iterations first .. last - 1 take: their references. NULL: 1 each. */
typedef uint64_t (*pme__iteration_length)(void *context, uint64_t first, uint64_t last);

/* Dynamic and guided: the thread that has made the fewest references so far takes the next chunk; the lowest number
 * among equals. A range for each chunk lies in `arena`. PME_BAD_ARGUMENT for no threads or a static kind,
 * PME_OVER_BUDGET for more than 2^26 chunks, PME_NO_MEMORY. */
pme_status pme__team_schedule_ranges(const pme__team_schedule *schedule, pme__iteration_length length, void *context,
                                     pme_arena *arena, pme__team_ranges *out);

#endif
