/* One run of the program: effort, the stream of accesses, and teams. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_EXECUTION_H
#define PMECACHE_SIMULATOR_EXECUTION_H

#include "cursor.h"
#include "simulator.h"
#include "stream.h"

/* How often a loop was executed, and with how many iterations altogether. Doubles: they may be gigantic. */
typedef struct sim_loop_count {
  double executions, iterations;
} sim_loop_count;

struct sim_execution {
  const sim_plan *plan;
  const sim_placement *placement;
  const pme_simulate_options *options;
  sim_stream *stream;
  sim_cursor serial;
  sim_team *team;
  uint64_t *access_counts;       /* per reference */
  sim_loop_count *loop_counts;   /* per node of the plan */
  uint64_t accesses, iterations; /* effort so far */
  uint64_t limit;
  uint64_t next_progress; /* in accesses */
  uint64_t random;        /* of the interleaving */
  pme_status status;
  pme_error *error;
};

/* Counts one iteration that is not part of a row; false when the limit is reached. */
bool pme__sim_tick(sim_execution *execution);
/* The same for `times` visits of `effort` iterations each. */
bool pme__sim_spend(sim_execution *execution, int64_t effort, int64_t times);
/* Counts accesses before they are issued, and reports progress; false when the limit is reached. */
bool pme__sim_charge(sim_execution *execution, uint64_t accesses);

/* Executes the whole program once. Statuses as pme_simulate. */
pme_status pme__sim_execute(sim_execution *execution);

#endif
