/* Whether the target's instance still holds a line, or a write of another instance has invalidated it. */
#include "level_state.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__level_state level_state;

bool pme__is_own_instance(const level_state *state, int thread, int team) {
  return pme_machine_instance_of(state->coherent_machine, state->coherent_level, thread, team) ==
         state->coherent_instance;
}

static bool wants_bytes_of(const level_state *state, const pme__walk_event *event) {
  int64_t from = pme__walk_address(state, state->target);
  int64_t to = from + state->program->references[state->target->reference].size_bytes;
  int64_t size = state->program->references[event->reference].size_bytes;
  for (int64_t i = 0; i <= event->more; i++) {
    int64_t address = event->address_bytes - i * event->stride_bytes;
    if (address < to && from < address + size)
      return true;
  }
  return false;
}

bool pme__meet_for_validity(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  const tree_reference *reference = &state->program->references[event->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  int team = phase ? phase->threads : 1;
  bool by_all = phase && (event->thread == PME_NONE || pme__is_common(phase, reference)) && !reference->one_thread;
  /* All in turn: the last thread's access is the latest. */
  int last = event->thread == PME_NONE ? event->last_thread : by_all ? team - 1 : event->thread;
  bool by_others = !pme__is_own_instance(state, last, team);
  if (by_others && reference->is_write) {
    state->invalidated = true;
    *verdict = PME__WALK_MISS;
    return by_all || wants_bytes_of(state, event);
  }
  *verdict = PME__WALK_HIT;
  return by_all || !by_others;
}

/* How far the iterations of a thread are from those of thread 0. */
static int64_t lead_of(const tree_node *worksharing, const int64_t *iterators, int thread) {
  return pme__tree_range_of(worksharing, iterators, thread).first - pme__tree_range_of(worksharing, iterators, 0).first;
}

/* Does a thread of the same instance come before this one? */
static bool comes_second(const level_state *state, int thread, int team) {
  for (int earlier = 0; earlier < thread; earlier++)
    if (pme__is_own_instance(state, earlier, team))
      return true;
  return false;
}

pme__line_validity pme__line_validity_of(level_state *state, const pme_machine *machine, int level,
                                         const pme__walk_instance *instance, int64_t line) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  state->coherent_machine = machine;
  state->coherent_level = level;
  state->coherent_instance = pme_machine_instance_of(machine, level, instance->thread, phase ? phase->threads : 1);
  state->invalidated = false;
  /* Reads by all threads at the same index take nothing away: the first one of an instance finds what thread 0 finds, and
   * brings the line for the others of the instance. */
  pme__walk_instance first = *instance;
  bool by_all = phase && pme__is_common(phase, &state->program->references[instance->reference]);
  if (by_all && !state->program->references[instance->reference].is_write) {
    if (comes_second(state, instance->thread, phase->threads)) {
      state->coherent_machine = NULL;
      return PME__LINE_VALID;
    }
    if (phase->worksharing)
      first.iterators[phase->worksharing->depth] -= lead_of(phase->worksharing, instance->iterators, instance->thread);
    first.thread = 0;
  }
  pme__walk_verdict verdict = pme__walk_back(state, &first, line, PME__INTERFERENCE_NONE, state->work_of_walk);
  state->coherent_machine = NULL;
  if (verdict == PME__WALK_MISS)
    return PME__LINE_INVALIDATED;
  if (state->invalidated)
    return PME__LINE_INVALIDATED_FALSELY;
  return verdict == PME__WALK_UNDECIDED ? PME__LINE_VALIDITY_UNKNOWN : PME__LINE_VALID;
}
