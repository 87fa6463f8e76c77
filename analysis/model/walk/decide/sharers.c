/* Threads that share an instance of the cache, and those of them that go through a phase in lock step. */
#include <string.h>

#include "analysis/base/integer.h"
#include "level_state.h"

typedef pme__tree_node tree_node;
typedef pme__level_state level_state;
typedef pme__sharers sharers;

/* Counts the threads of each instance, then puts them side by side: walks go from instance to instance, and asking all
 * threads each time would be their square. An instance has a number below that of the threads. */
static void sort_by_instance(level_state *state, int team) {
  int *first = state->sharer_first;
  memset(first, 0, ((size_t)team + 2) * sizeof *first);
  for (int thread = 0; thread < team; thread++)
    first[pme__instance_of(state, thread, team) + 2]++;
  for (int instance = 0; instance < team; instance++)
    first[instance + 2] += first[instance + 1];
  for (int thread = 0; thread < team; thread++) /* first[i + 1] grows to the end of i, where i + 1 begins */
    state->sharer_threads[first[pme__instance_of(state, thread, team) + 1]++] = thread;
  state->sharers_team = team;
}

sharers pme__sharers_of(level_state *state, int team) {
  if (state->sharers_team != team)
    sort_by_instance(state, team);
  if (state->instance >= team)
    return (sharers){0, state->sharer_threads};
  int first = state->sharer_first[state->instance];
  return (sharers){state->sharer_first[state->instance + 1] - first, state->sharer_threads + first};
}

int pme__sharers_of_thread(level_state *state, int thread, int team, const int **threads) {
  state->instance = pme__instance_of(state, thread, team);
  sharers sharers = pme__sharers_of(state, team);
  *threads = sharers.threads;
  return sharers.count;
}

int pme__sharers_of_instance(level_state *state, const pme__walk_instance *instance, int team, const int **threads) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  state->instance = pme__instance_of(state, instance->thread, phase ? phase->threads : 1);
  sharers sharers = pme__sharers_of(state, team);
  *threads = sharers.threads;
  return sharers.count;
}

/* Distances of the threads of every instance from the first one of theirs. */
static void find_lock_step(level_state *state, const tree_node *phase, pme__lock_step *lock_step) {
  *lock_step = (pme__lock_step){.step = 0};
  for (int thread = 0; thread < phase->threads; thread++) {
    state->instance = pme__instance_of(state, thread, phase->threads);
    sharers sharers = pme__sharers_of(state, phase->threads);
    if (sharers.threads[0] != thread)
      continue;
    for (int i = 1; i < sharers.count; i++) {
      int apart = sharers.threads[i] - thread;
      lock_step->spread = apart > lock_step->spread ? apart : lock_step->spread;
      lock_step->step = (int)pme__gcd(apart, lock_step->step);
    }
  }
  lock_step->in_lock_step = phase->aligned && lock_step->spread > 0;
  state->is_shared |= lock_step->spread > 0;
}

void pme__find_lock_steps(level_state *state) {
  for (int r = 0; r < state->program->reference_count; r++) {
    const tree_node *phase = pme__tree_phase_of(&state->program->references[r]);
    if (phase && phase->reference_first < r)
      state->lock_steps[r] = state->lock_steps[phase->reference_first];
    else if (phase)
      find_lock_step(state, phase, &state->lock_steps[r]);
  }
}
