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

pme__line_change pme__change_of(const level_state *state, const pme__walk_event *event, bool *by_all) {
  const tree_reference *reference = &state->program->references[event->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  int team = phase ? phase->threads : 1;
  *by_all = phase && (event->thread == PME_NONE || pme__is_common(phase, reference)) && !reference->one_thread;
  /* All in turn: the last thread's access is the latest. */
  int last = event->thread == PME_NONE ? event->last_thread : *by_all ? team - 1 : event->thread;
  bool by_others = !pme__is_own_instance(state, last, team);
  if (by_others && reference->is_write)
    return PME__LINE_TAKEN;
  return *by_all || !by_others ? PME__LINE_BROUGHT : PME__LINE_STAYS;
}

bool pme__meet_for_validity(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  bool by_all;
  pme__line_change what = pme__change_of(state, event, &by_all);
  *verdict = PME__WALK_HIT;
  state->is_from_others = state->is_from_others || what != PME__LINE_BROUGHT;
  if (what != PME__LINE_TAKEN)
    return what == PME__LINE_BROUGHT;
  state->invalidated = true;
  *verdict = PME__WALK_MISS;
  return by_all || wants_bytes_of(state, event);
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

bool pme__begin_coherent_walk(level_state *state, const pme_machine *machine, int level,
                              const pme__walk_instance *instance, pme__walk_instance *first) {
  const tree_reference *reference = &state->program->references[instance->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  state->coherent_machine = machine;
  state->coherent_level = level;
  state->coherent_instance = pme_machine_instance_of(machine, level, instance->thread, phase ? phase->threads : 1);
  state->invalidated = state->is_from_others = false;
  /* Reads by all threads at the same index take nothing away: the first one of an instance finds what thread 0 finds, and
   * brings the line for the others of the instance. */
  *first = *instance;
  if (!phase || !pme__is_common(phase, reference) || reference->is_write)
    return true;
  if (comes_second(state, instance->thread, phase->threads)) {
    pme__end_coherent_walk(state);
    return false;
  }
  if (phase->worksharing)
    first->iterators[phase->worksharing->depth] -= lead_of(phase->worksharing, instance->iterators, instance->thread);
  first->thread = 0;
  return true;
}

bool pme__walk_is_from_others(const level_state *state) { return state->is_from_others; }

void pme__end_coherent_walk(level_state *state) { state->coherent_machine = NULL; }

pme__line_validity pme__line_validity_of(level_state *state, const pme_machine *machine, int level,
                                         const pme__walk_instance *instance, int64_t line) {
  pme__walk_instance first;
  if (!pme__begin_coherent_walk(state, machine, level, instance, &first))
    return PME__LINE_VALID;
  pme__walk_verdict verdict = pme__walk_back(state, &first, line, PME__INTERFERENCE_NONE, state->work_of_walk);
  pme__end_coherent_walk(state);
  if (verdict == PME__WALK_MISS)
    return PME__LINE_INVALIDATED;
  if (state->invalidated)
    return PME__LINE_INVALIDATED_FALSELY;
  return verdict == PME__WALK_UNDECIDED ? PME__LINE_VALIDITY_UNKNOWN : PME__LINE_VALID;
}
