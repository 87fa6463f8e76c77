/* The target's set under LRU replacement: the distinct lines that came into it after the target's line. */
#include "level_state.h"

typedef pme__level_state level_state;

bool pme__meet_line(level_state *state, int64_t line, bool interferes, pme__walk_verdict *verdict) {
  if (state->every_touch)
    return pme__policy_meet_line(state, line, verdict);
  if (line == state->line) {
    *verdict = PME__WALK_HIT;
    return true;
  }
  if (!interferes || pme__set_of(state, line) != state->set)
    return false;
  for (int i = state->line_count - 1; i >= 0; i--)
    if (state->lines[i] == line)
      return false;
  state->lines[state->line_count++] = line;
  *verdict = PME__WALK_MISS;
  return state->line_count >= state->ways;
}

bool pme__meet(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  int64_t size = state->program->references[event->reference].size_bytes;
  int64_t first = event->address_bytes >> state->line_shift;
  int64_t last = (event->address_bytes + size - 1) >> state->line_shift;
  if (state->coherent_machine)
    return state->line >= first && state->line <= last && pme__meet_for_validity(state, event, verdict);
  for (int64_t line = last; line >= first; line--)
    if (pme__meet_line(state, line, pme__interferes(state, event->thread), verdict)) {
      state->last_touch = event->reference;
      return true;
    }
  return false;
}
