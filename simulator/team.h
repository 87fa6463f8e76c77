/* A team of threads: cursors, the worksharing loops that are under way, and the order in which accesses are issued.
 * Private to simulator.
 */
#ifndef PMECACHE_SIMULATOR_TEAM_H
#define PMECACHE_SIMULATOR_TEAM_H

#include "execution.h"

/* A worksharing loop that at least one thread has entered and not all have left. */
typedef struct sim_shared_loop {
  int64_t iterations; /* logical */
  int64_t next;       /* dynamic, guided: first logical iteration that nobody has */
  int threads_left;   /* how many threads have left it */
} sim_shared_loop;

typedef enum sim_thread_state { SIM_RUNNING, SIM_WAITING, SIM_FINISHED } sim_thread_state;

struct sim_team {
  sim_execution *execution;
  int threads; /* of the present region */
  int capacity;
  sim_cursor *cursors; /* capacity of them */
  sim_thread_state *states;
  int *active; /* threads with a run, ascending */
  /* Queue of loops: item of encounter e is loops[(e - first_encounter + head) % capacity]. */
  sim_shared_loop *loops;
  uint64_t first_encounter;
  int loop_count, loop_head, loop_capacity;
};

/* Room for `threads` cursors; lives until destroy. NULL when memory is exhausted. */
sim_team *pme__sim_team_create(sim_execution *execution, int threads);
void pme__sim_team_destroy(sim_team *team);
/* Runs the region to its end. false: execution->status says why. */
bool pme__sim_team_run(sim_team *team, const sim_node *region, const int64_t *iterators);

/* Buffers of a cursor for the longest run. */
bool pme__sim_run_create(sim_run *run, int longest);
void pme__sim_run_destroy(sim_run *run);

/* workshare.c: the cursor enters the worksharing loop `node`; false: execution->status says why. */
bool pme__sim_share_enter(sim_cursor *cursor, const sim_node *node);
/* The next piece of work: sets the iterators of the loop(s) to its first iteration and returns its number of
 * iterations of the innermost loop; 0: none left, the loop is left; < 0: stopped. */
int64_t pme__sim_share_next(sim_cursor *cursor, const sim_node *node);

/* interleave.c: issues accesses of the team until all threads are finished. */
bool pme__sim_interleave(sim_team *team);
/* Issues all accesses of the cursor's run. */
bool pme__sim_issue_run(sim_execution *execution, sim_run *run);

#endif
