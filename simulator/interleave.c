/* The order in which the threads of a team issue their accesses. */
#include "random.h"
#include "team.h"

/* ---- issuing ---- */

/* Writes `rounds` accesses of a run to out[0], out[apart], out[2 * apart], ... */
static void emit(sim_run *run, sim_entry *out, int apart, int64_t rounds) {
  int position = run->position;
  for (int64_t r = 0; r < rounds; r++) {
    out->address = run->addresses[position];
    out->meta = run->metas[position];
    run->addresses[position] += run->strides[position];
    position = position + 1 == run->count ? 0 : position + 1;
    out += apart;
  }
  run->position = position;
  run->left -= rounds;
}

/* Room in the batch for one access of each of `threads` threads; how many rounds fit. */
static int64_t room_for(sim_stream *stream, int threads) {
  if (stream->capacity - stream->count < threads)
    pme__sim_stream_flush(stream);
  return (stream->capacity - stream->count) / threads;
}

bool pme__sim_issue_run(sim_execution *execution, sim_run *run) {
  while (run->left > 0) {
    int64_t rounds = room_for(execution->stream, 1);
    rounds = run->left < rounds ? run->left : rounds;
    if (!pme__sim_charge(execution, (uint64_t)rounds))
      return false;
    emit(run, &execution->stream->entries[execution->stream->count], 1, rounds);
    execution->stream->count += (int)rounds;
  }
  return true;
}

/* ---- what a thread does when its turn comes ---- */

/* Makes sure that a running thread has a run; its state tells if it has one. false: stopped. */
static bool ask(sim_team *team, int thread) {
  sim_cursor *cursor = &team->cursors[thread];
  if (cursor->run.left > 0)
    return true;
  switch (pme__sim_cursor_advance(cursor, NULL)) {
  case SIM_STEP_RUN:
    return true;
  case SIM_STEP_BARRIER:
    team->states[thread] = SIM_WAITING;
    return true;
  case SIM_STEP_FORK: /* cannot be: plan.c leaves no region inside a region */
  case SIM_STEP_DONE:
    team->states[thread] = SIM_FINISHED;
    return true;
  case SIM_STEP_STOPPED:
    return false;
  }
  return false;
}

/* Nobody can run: opens the barrier. false: all are finished. */
static bool open_barrier(sim_team *team) {
  bool any = false;
  for (int u = 0; u < team->threads; u++) {
    if (team->states[u] != SIM_WAITING)
      continue;
    team->states[u] = SIM_RUNNING;
    any = true;
  }
  return any;
}

/* ---- lock step ---- */

/* Collects the threads that issue in this round. Asking all of them before anybody issues is the same as asking each
 * when its turn comes: what they ask for does not depend on what others issue, and the order of asking is kept.
 * Returns their number, -1: stopped. */
static int begin_round(sim_team *team, int64_t *rounds) {
  int count = 0;
  *rounds = INT64_MAX;
  for (int u = 0; u < team->threads; u++) {
    if (team->states[u] != SIM_RUNNING)
      continue;
    if (!ask(team, u))
      return -1;
    if (team->states[u] != SIM_RUNNING)
      continue;
    team->active[count++] = u;
    if (team->cursors[u].run.left < *rounds)
      *rounds = team->cursors[u].run.left;
  }
  return count;
}

/* As many rounds at once as all active threads have accesses left in their runs. */
static bool issue_rounds(sim_team *team, int count, int64_t rounds) {
  sim_execution *execution = team->execution;
  sim_stream *stream = execution->stream;
  while (rounds > 0) {
    int64_t some = room_for(stream, count);
    some = rounds < some ? rounds : some;
    if (!pme__sim_charge(execution, (uint64_t)some * (uint64_t)count))
      return false;
    for (int a = 0; a < count; a++)
      emit(&team->cursors[team->active[a]].run, &stream->entries[stream->count + a], count, some);
    stream->count += (int)some * count;
    rounds -= some;
  }
  return true;
}

static bool lockstep(sim_team *team) {
  for (;;) {
    int64_t rounds;
    int count = begin_round(team, &rounds);
    if (count < 0)
      return false;
    if (count == 0 && !open_barrier(team))
      return true;
    if (count > 0 && !issue_rounds(team, count, rounds))
      return false;
  }
}

/* ---- other interleavings: one access at a time ---- */

static bool issue_one(sim_execution *execution, sim_run *run) {
  sim_stream *stream = execution->stream;
  room_for(stream, 1);
  if (!pme__sim_charge(execution, 1))
    return false;
  emit(run, &stream->entries[stream->count++], 1, 1);
  return true;
}

static int running_threads(sim_team *team) {
  int count = 0;
  for (int u = 0; u < team->threads; u++)
    if (team->states[u] == SIM_RUNNING)
      team->active[count++] = u;
  return count;
}

/* The next access comes from a thread drawn uniformly among those that can run. */
static bool random_order(sim_team *team) {
  sim_execution *execution = team->execution;
  int count = running_threads(team);
  for (;;) {
    if (count == 0) {
      if (!open_barrier(team))
        return true;
      count = running_threads(team);
    }
    int at = (int)sim_random_below(&execution->random, (uint64_t)count);
    int thread = team->active[at];
    if (!ask(team, thread))
      return false;
    if (team->states[thread] != SIM_RUNNING)
      team->active[at] = team->active[--count];
    else if (!issue_one(execution, &team->cursors[thread].run))
      return false;
  }
}

/* Accesses of a thread in one turn: 1, but 0 or 2 once in 16 turns each, so that the lead of one thread over another
 * makes a random walk. */
static int drift_accesses(uint64_t *random) {
  uint64_t draw = sim_random_below(random, 16);
  return draw == 0 ? 0 : draw == 1 ? 2 : 1;
}

static bool drift_turn(sim_team *team, int thread, bool *anybody) {
  for (int n = drift_accesses(&team->execution->random); n > 0 && team->states[thread] == SIM_RUNNING; n--) {
    if (!ask(team, thread))
      return false;
    if (team->states[thread] == SIM_RUNNING && !issue_one(team->execution, &team->cursors[thread].run))
      return false;
  }
  *anybody |= team->states[thread] == SIM_RUNNING;
  return true;
}

static bool drift(sim_team *team) {
  for (;;) {
    bool anybody = false;
    for (int u = 0; u < team->threads; u++)
      if (team->states[u] == SIM_RUNNING && !drift_turn(team, u, &anybody))
        return false;
    if (!anybody && !open_barrier(team))
      return true;
  }
}

bool pme__sim_interleave(sim_team *team) {
  switch (team->execution->options->interleave) {
  case PME_INTERLEAVE_RANDOM:
    return random_order(team);
  case PME_INTERLEAVE_DRIFT:
    return drift(team);
  default:
    return lockstep(team);
  }
}
