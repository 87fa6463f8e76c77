/* Teams, and the execution of the whole program. */
#include "team.h"

#include <inttypes.h>
#include <string.h>

#include "pmecache/arena.h"

enum { PROGRESS_ACCESSES = 1 << 24 };

/* ---- effort ---- */

static bool over_budget(sim_execution *execution, const char *what) {
  execution->status = pme_error_set(execution->error, PME_OVER_BUDGET, 0, 0,
                                    "the simulation stopped at its limit of %" PRIu64 " %s", execution->limit, what);
  return false;
}

bool pme__sim_tick(sim_execution *execution) {
  return ++execution->iterations <= execution->limit || over_budget(execution, "loop iterations");
}

bool pme__sim_spend(sim_execution *execution, int64_t effort, int64_t times) {
  int64_t product;
  if (__builtin_mul_overflow(effort, times, &product) || (uint64_t)product > execution->limit)
    return over_budget(execution, "lines of wide accesses");
  execution->iterations += (uint64_t)product;
  return execution->iterations <= execution->limit || over_budget(execution, "lines of wide accesses");
}

static bool report_progress(sim_execution *execution) {
  const pme_simulate_options *options = execution->options;
  execution->next_progress = execution->accesses + PROGRESS_ACCESSES;
  if (pme__sim_stream_out_of_memory(execution->stream)) {
    execution->status = PME_NO_MEMORY; /* pme_simulate says which limit it was */
    return false;
  }
  if (!options->progress || options->progress(options->progress_context, execution->accesses))
    return true;
  execution->status = pme_error_set(execution->error, PME_OVER_BUDGET, 0, 0, "the simulation was stopped on request");
  return false;
}

bool pme__sim_charge(sim_execution *execution, uint64_t accesses) {
  execution->accesses += accesses;
  if (execution->accesses > execution->limit)
    return over_budget(execution, "accesses");
  return execution->accesses < execution->next_progress || report_progress(execution);
}

/* ---- teams ---- */

bool pme__sim_run_create(sim_run *run, int longest) {
  size_t count = longest > 0 ? (size_t)longest : 1;
  memset(run, 0, sizeof *run);
  run->addresses = pme_reallocate(NULL, 3 * count * sizeof(uint64_t));
  if (!run->addresses)
    return false;
  run->strides = run->addresses + count;
  run->metas = run->strides + count;
  return true;
}

void pme__sim_run_destroy(sim_run *run) { pme_reallocate(run->addresses, 0); }

static void *allocate_zeroed(size_t count, size_t size_bytes) {
  void *memory = pme_reallocate(NULL, count * size_bytes);
  return memory ? memset(memory, 0, count * size_bytes) : NULL;
}

sim_team *pme__sim_team_create(sim_execution *execution, int threads) {
  sim_team *team = allocate_zeroed(1, sizeof *team);
  if (!team)
    return NULL;
  team->execution = execution;
  team->cursors = allocate_zeroed((size_t)threads, sizeof *team->cursors);
  team->states = allocate_zeroed((size_t)threads, sizeof *team->states);
  team->active = allocate_zeroed((size_t)threads, sizeof *team->active);
  bool good = team->cursors && team->states && team->active;
  for (; good && team->capacity < threads; team->capacity++) {
    sim_cursor *cursor = &team->cursors[team->capacity];
    cursor->execution = execution;
    cursor->team = team;
    cursor->thread = team->capacity;
    good = pme__sim_run_create(&cursor->run, execution->plan->longest_run);
  }
  if (good)
    return team;
  pme__sim_team_destroy(team);
  return NULL;
}

void pme__sim_team_destroy(sim_team *team) {
  if (!team)
    return;
  for (int u = 0; u < team->capacity; u++)
    pme__sim_run_destroy(&team->cursors[u].run);
  pme_reallocate(team->cursors, 0);
  pme_reallocate(team->states, 0);
  pme_reallocate(team->active, 0);
  pme_reallocate(team->loops, 0);
  pme_reallocate(team, 0);
}

bool pme__sim_team_run(sim_team *team, const sim_node *region, const int64_t *iterators) {
  team->threads = region->threads;
  team->first_encounter = 0;
  team->loop_count = team->loop_head = 0;
  for (int u = 0; u < team->threads; u++) {
    sim_cursor *cursor = &team->cursors[u];
    memcpy(cursor->iterators, iterators, (size_t)team->execution->plan->depth * sizeof *iterators);
    pme__sim_cursor_start(cursor, region->first_child);
    team->states[u] = SIM_RUNNING;
  }
  pme__sim_stream_set_team(team->execution->stream, team->threads);
  bool good = pme__sim_interleave(team);
  pme__sim_stream_set_team(team->execution->stream, 1);
  return good;
}

/* ---- the program ---- */

static bool execute_serial(sim_execution *execution) {
  sim_cursor *serial = &execution->serial;
  const sim_node *region = NULL;
  for (;;) {
    switch (pme__sim_cursor_advance(serial, &region)) {
    case SIM_STEP_RUN:
      if (!pme__sim_issue_run(execution, &serial->run))
        return false;
      break;
    case SIM_STEP_FORK:
      if (!pme__sim_team_run(execution->team, region, serial->iterators))
        return false;
      break;
    case SIM_STEP_BARRIER: /* a team of one */
      break;
    case SIM_STEP_DONE:
      return true;
    case SIM_STEP_STOPPED:
      return false;
    }
  }
}

pme_status pme__sim_execute(sim_execution *execution) {
  execution->status = PME_OK;
  if (execution->plan->first_node != PME_NONE) {
    pme__sim_stream_set_team(execution->stream, 1);
    pme__sim_cursor_start(&execution->serial, execution->plan->first_node);
    if (!execute_serial(execution))
      return execution->status;
  }
  pme__sim_stream_finish(execution->stream);
  return pme__sim_stream_out_of_memory(execution->stream) ? PME_NO_MEMORY : PME_OK;
}
