/* The stream of accesses in global order, cut into batches for the levels. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_STREAM_H
#define PMECACHE_SIMULATOR_STREAM_H

#include "level.h"
#include "pages.h"
#include "simulator/hierarchy/hierarchy.h"

typedef struct sim_stream {
  sim_entry *entries;
  int count, capacity;
  int level_count;
  sim_level levels[PME_MAX_LEVELS];
  sim_pages pages;
  const pme_machine *machine;
  bool filtered;
  int most_threads;
  const int **instance_tables; /* per team size: level_count rows of that many threads; NULL: not made yet */
  int threads;                 /* present team size */
  const bool *writes;          /* per reference; NULL: writes do not invalidate (coherence.h) */
  sim_hierarchy hierarchy;     /* in place of the levels, which keep the counts */
  bool has_hierarchy;
  sim_memory memory;
} sim_stream;

/* What a stream is made for. */
typedef struct sim_stream_shape {
  const pme_machine *machine;
  bool filtered;
  const int *team_sizes; /* of all teams that there will be */
  int team_size_count;
  int references; /* of the program; where page-table entries are read, as many more count what is read for them */
  uint64_t seed;  /* of policy random */
  uint64_t limit_bytes; /* of memory */
} sim_stream_shape;

/* From now on lines go through a hierarchy of levels; writes[r]: reference r is a write; the table must outlive the
 * stream. PME_NO_MEMORY, PME_OVER_BUDGET (memory limit), PME_BAD_ARGUMENT (lines of several sizes). */
pme_status pme__sim_stream_make_hierarchy(sim_stream *stream, const sim_stream_shape *shape, const bool *writes,
                                          bool coherent, pme_error *error);
/* Calls destroy by itself when it fails. PME_NO_MEMORY, PME_OVER_BUDGET
 * (memory limit), PME_BAD_ARGUMENT (a level without sets). */
pme_status pme__sim_stream_create(sim_stream *stream, const sim_stream_shape *shape, pme_error *error);
void pme__sim_stream_destroy(sim_stream *stream);
/* Cold caches; counts stay. */
bool pme__sim_stream_reset(sim_stream *stream);
/* The accesses that follow come from a team of this size. */
void pme__sim_stream_set_team(sim_stream *stream, int threads);
/* Hands the batch to the levels. */
void pme__sim_stream_flush(sim_stream *stream);
/* The same, and nothing stays between filtered levels. */
void pme__sim_stream_finish(sim_stream *stream);
bool pme__sim_stream_out_of_memory(const sim_stream *stream);

#endif
