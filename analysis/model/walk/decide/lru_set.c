/* The target's set under LRU replacement: the distinct lines that came into it after the target's line. */
#include "level_state.h"

typedef pme__level_state level_state;

bool pme__meet_line(level_state *state, int64_t line, bool interferes, pme__walk_verdict *verdict) {
  if (state->every_touch && state->coherent_machine)
    return pme__meet_way(state, line, PME__LINE_BROUGHT, verdict);
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

/* Of an access with so many lines, while looking for ways that others emptied. */
static bool meet_ways(level_state *state, const pme__walk_event *event, int64_t first, int64_t last,
                      pme__walk_verdict *verdict) {
  bool by_all;
  pme__line_change what = pme__change_of(state, event, &by_all);
  for (int64_t line = last; line >= first; line--) {
    if (pme__meet_way(state, line, what, verdict))
      return true;
    /* Of all that write the own instance's threads do, too: the line was there before others took it. */
    if (what == PME__LINE_TAKEN && by_all && pme__meet_way(state, line, PME__LINE_BROUGHT, verdict))
      return true;
  }
  return false;
}

bool pme__meet(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  int64_t size = state->program->references[event->reference].size_bytes;
  int64_t first = event->address_bytes >> state->line_shift;
  int64_t last = (event->address_bytes + size - 1) >> state->line_shift;
  if (state->coherent_machine && state->every_touch && state->collector)
    return pme__collect_touch(state, event, verdict);
  if (state->coherent_machine && state->every_touch)
    return meet_ways(state, event, first, last, verdict);
  if (state->coherent_machine)
    return state->line >= first && state->line <= last && pme__meet_for_validity(state, event, verdict);
  for (int64_t line = last; line >= first; line--)
    if (pme__meet_line(state, line, pme__interferes(state, event->thread), verdict)) {
      state->last_touch = event->reference;
      return true;
    }
  return false;
}
