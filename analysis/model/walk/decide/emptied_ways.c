/* Misses that others spare: a write of another instance empties a way, and the next line that comes takes that one, where
 * it would have driven out another. The touches of the target's set by all threads are taken backward to the last one
 * of the target's line; run forward, they tell whether the valid lines on top of it were ever as many as there are ways
 * (docs/model/walk.md 5.8). */
#include "level_state.h"

typedef pme__level_state level_state;

enum {
  FIRST_CHANGES = 4, /* for each way: then it is looked whether they are enough; then twice as many, ... */
  MOST_CHANGES = 256,
  COST_CHANGE = 4,
};

/* What became of a line of the set in the target's instance. */
typedef struct change {
  int64_t line;
  bool is_taken; /* by a write of others; else it was touched */
} change;

struct pme__emptied_ways {
  change *changes; /* latest first */
  int count, most, next_look;
};

static struct pme__emptied_ways *create(level_state *state) {
  int most = MOST_CHANGES * state->ways;
  struct pme__emptied_ways *ways = PME_ARENA_NEW(state->arena, struct pme__emptied_ways, 1);
  change *changes = PME_ARENA_NEW(state->arena, change, most);
  if (!ways || !changes) {
    state->status = PME_NO_MEMORY;
    return NULL;
  }
  *ways = (struct pme__emptied_ways){.changes = changes, .most = most};
  return ways;
}

/* Whether the lines of all changes so far fill the set at some time. */
static bool overflows(level_state *state) {
  const struct pme__emptied_ways *ways = state->emptied_ways;
  int64_t *valid = state->lines;
  int count = 0;
  for (int i = ways->count - 1; i >= 0 && count < state->ways; i--) {
    int at = count - 1;
    while (at >= 0 && valid[at] != ways->changes[i].line)
      at--;
    if (at < 0 && !ways->changes[i].is_taken)
      valid[count++] = ways->changes[i].line;
    else if (at >= 0 && ways->changes[i].is_taken)
      valid[at] = valid[--count];
  }
  state->work += (int64_t)COST_CHANGE * ways->count;
  return count == state->ways;
}

bool pme__meet_way(level_state *state, int64_t line, pme__line_change what, pme__walk_verdict *verdict) {
  struct pme__emptied_ways *ways = state->emptied_ways;
  if (what == PME__LINE_STAYS || pme__set_of(state, line) != state->set)
    return false;
  bool is_taken = what == PME__LINE_TAKEN;
  if (line == state->line) {
    *verdict = is_taken || overflows(state) ? PME__WALK_MISS : PME__WALK_HIT;
    return true;
  }
  const change *last = ways->count ? &ways->changes[ways->count - 1] : NULL;
  if (last && last->line == line && last->is_taken == is_taken)
    return false;
  ways->changes[ways->count++] = (change){line, is_taken};
  *verdict = PME__WALK_MISS;
  if (ways->count < ways->next_look && ways->count < ways->most)
    return false;
  ways->next_look *= 2;
  return ways->count == ways->most || overflows(state);
}

pme__walk_verdict pme__walk_spare(level_state *state, const pme__walk_instance *instance, int64_t line,
                                  pme__walk_verdict verdict) {
  level_state *all = state->everyone;
  pme__walk_instance as_first;
  if (verdict != PME__WALK_MISS || !all)
    return verdict;
  if (!all->emptied_ways && !(all->emptied_ways = create(all)))
    return verdict;
  all->emptied_ways->count = 0;
  all->emptied_ways->next_look = FIRST_CHANGES * all->ways;
  if (!pme__begin_coherent_walk(all, state->machine, state->level, instance, &as_first))
    return verdict;
  int64_t before = all->work;
  all->every_touch = true;
  pme__walk_verdict spared = pme__walk_back(all, &as_first, line, PME__INTERFERENCE_ALL, state->work_of_walk);
  all->every_touch = false;
  pme__end_coherent_walk(all);
  state->work += all->work - before;
  if (all->status == PME_NO_MEMORY)
    state->status = PME_NO_MEMORY;
  return spared == PME__WALK_HIT ? PME__WALK_HIT : PME__WALK_MISS;
}

void pme__level_state_heed_writes(level_state *state, level_state *everyone) { state->everyone = everyone; }
