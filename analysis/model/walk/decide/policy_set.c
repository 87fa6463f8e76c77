/* The target's set under a policy other than LRU (docs/model/walk.md 4.6): the accesses to the set are taken backward as
 * they come, all of them, and run forward from start states that differ as much as they can. When the verdicts agree, what
 * was before does not matter (coupling from the past, Propp and Wilson 1996); else the walk goes on twice as far. */
#include <string.h>

#include "analysis/policy/policy.h"
#include "level_state.h"

typedef pme__level_state level_state;

enum {
  FIRST_TOUCHES = 2, /* for each way; then twice as many, ... */
  MOST_TOUCHES = 384,
  MANY_LINES = 3, /* for each way */
  STARTS = 16,
  PLAIN_STARTS = 8,
  CHOSEN_STARTS = 4, /* the others are drawn */
  MOST_WAYS = 64,
  COST_TOUCH = 12,
};

struct pme__policy_walk {
  int64_t *touched; /* lines of the set, latest first; the same one never twice in a row */
  int count, most;
  int *names;        /* of each touch: number of its line in `distinct` */
  int64_t *distinct; /* the target's first */
  int distinct_count;
  uint64_t draws; /* decisions so far */
};

/* Lines that come in as the oldest leave first, or stay for ever: which, hangs on all that was before. LRU is nearer. */
bool pme__policy_is_decided(const pme_policy *policy) {
  static const int OLDEST = 3;
  return policy->kind != PME_POLICY_QLRU || policy->fill_age != OLDEST;
}

/* Of 37,350 lines that such caches miss 0.35% are taken for hits, and 0.46% of as many hits for misses: a line that was
 * used twice long ago may outlive all that came since. */
double pme__policy_doubt(const pme_policy *policy) {
  static const double OF_USES = 0.01;
  return policy->kind == PME_POLICY_QLRU && policy->hit_of_3 != 0 ? OF_USES : 0;
}

int pme__kept_lines(const level_state *state) {
  if (!state->policy)
    return state->ways;
  if (state->machine->levels[state->level].policy.kind == PME_POLICY_PLRU)
    return 32 - __builtin_clz((unsigned)state->ways); /* log2 of the ways, and one: Reineke et al. 2007 */
  return 1;
}

bool pme__policy_walk_create(level_state *state, pme_arena *arena) {
  const pme_policy *policy = &state->machine->levels[state->level].policy;
  if (policy->kind == PME_POLICY_LRU || !pme__policy_is_decided(policy) || state->ways > MOST_WAYS)
    return true;
  int most = MOST_TOUCHES * state->ways;
  pme__policy_walk *walk = PME_ARENA_NEW(arena, pme__policy_walk, 1);
  int64_t *lines = PME_ARENA_NEW(arena, int64_t, (int64_t)2 * most + 2);
  int *names = PME_ARENA_NEW(arena, int, most + 1);
  if (!walk || !lines || !names)
    return false;
  *walk = (pme__policy_walk){.touched = lines, .distinct = lines + most + 1, .names = names};
  state->policy = walk;
  return true;
}

/* ---- backward ---- */

bool pme__policy_meet_line(level_state *state, int64_t line, pme__walk_verdict *verdict) {
  pme__policy_walk *walk = state->policy;
  if (pme__set_of(state, line) != state->set || (walk->count > 0 && walk->touched[walk->count - 1] == line))
    return false;
  walk->touched[walk->count++] = line;
  if (walk->count == 1 && line == state->line) { /* what was touched last is there */
    *verdict = PME__WALK_HIT;
    return true;
  }
  *verdict = PME__WALK_UNDECIDED;
  return walk->count == walk->most;
}

/* ---- forward ---- */

static void name_lines(level_state *state) {
  pme__policy_walk *walk = state->policy;
  walk->distinct[0] = state->line;
  walk->distinct_count = 1;
  for (int i = walk->count - 1; i >= 0; i--) {
    int name = 0;
    while (name < walk->distinct_count && walk->distinct[name] != walk->touched[i])
      name++;
    if (name == walk->distinct_count)
      walk->distinct[walk->distinct_count++] = walk->touched[i];
    walk->names[i] = name;
    state->work += name / 2;
  }
}

static void refer(pme__policy_set *set, void *line) {
  int way = pme__policy_find(set, line);
  if (way < set->count)
    pme__policy_touch(set, way);
  else
    pme__policy_fill(set, pme__policy_victim(set), line);
}

static uint64_t mixed(uint64_t number) {
  number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
  return number ^ (number >> 31);
}

/* Some lines that will be touched, the target's too, and others; some of them used again, in any order. */
static void start_anywhere(const level_state *state, int start, char *foreign, pme__policy_set *set) {
  pme__policy_walk *walk = state->policy;
  uint64_t random = mixed((uint64_t)start * UINT64_C(0x9E3779B97F4A7C15));
  for (int i = 0; i < state->ways; i++) {
    int name = (int)((random + (uint64_t)i * (2 * (random & 3) + 1)) % (uint64_t)state->ways);
    bool is_known = (random >> (8 + i % 56) & 1) && name < walk->distinct_count;
    refer(set, is_known ? (void *)&walk->distinct[name] : (void *)&foreign[i]);
  }
  for (int i = 0; i < 2 * state->ways; i++) {
    random = mixed(random + (uint64_t)i);
    void *line = set->lines[random % state->ways];
    refer(set, line);
  }
}

/* Start states. 0, 2: lines that nobody touches, the first or the last of them used once more; 1, 3: the target, and what
 * will be touched next, in either order. */
static void start_from(const level_state *state, int start, pme__policy_set *set) {
  static char foreign[MOST_WAYS];
  pme__policy_walk *walk = state->policy;
  if (start >= CHOSEN_STARTS) {
    start_anywhere(state, start, foreign, set);
    return;
  }
  for (int i = 0; i < state->ways; i++) {
    int name = start == 1 ? i : state->ways - 1 - i;
    bool is_known = start % 2 == 1 && name < walk->distinct_count;
    refer(set, is_known ? (void *)&walk->distinct[name] : (void *)&foreign[i]);
  }
  if (start % 2 == 1)
    refer(set, &walk->distinct[0]);
  for (int i = 0; start == 2 && i < state->ways; i += 2)
    refer(set, &foreign[i]);
}

/* What a set holds after all touches. */
typedef struct outcome {
  bool stays;        /* the target's line is there */
  uint64_t contents; /* of all its lines, mixed */
} outcome;

/* `start` PME_NONE: from the empty set. */
static outcome run_forward(level_state *state, int start) {
  pme__policy_walk *walk = state->policy;
  void *lines[MOST_WAYS] = {NULL};
  pme__policy_set set;
  pme__policy_begin(&set, &state->machine->levels[state->level].policy, lines, state->ways);
  if (start != PME_NONE)
    start_from(state, start, &set);
  for (int i = walk->count - 1; i >= 0; i--) {
    if (set.policy->kind == PME_POLICY_RANDOM)
      set.state = mixed(walk->draws * UINT64_C(0x9E3779B97F4A7C15) + (uint64_t)i);
    refer(&set, &walk->distinct[walk->names[i]]);
  }
  outcome end = {.stays = pme__policy_find(&set, &walk->distinct[0]) < set.count};
  for (int way = 0; way < state->ways; way++)
    end.contents += mixed((uint64_t)(uintptr_t)lines[way]);
  state->work += (int64_t)COST_TOUCH * (walk->count + 2 * state->ways);
  return end;
}

static bool was_touched(const pme__policy_walk *walk) {
  for (int i = 0; i < walk->count; i++)
    if (walk->names[i] == 0)
      return true;
  return false;
}

/* From the start of the program on: exact. */
static pme__walk_verdict verdict_from_empty(level_state *state) {
  if (run_forward(state, PME_NONE).stays)
    return PME__WALK_HIT;
  return was_touched(state->policy) ? PME__WALK_MISS : PME__WALK_FIRST_TOUCH;
}

/* Distinct lines since the target's line was touched last, or in all of the window. Of names the first touch comes first:
 * a line that is new since then may have a small one. */
static int lines_since(const pme__policy_walk *walk, bool *touched) {
  int count = 0, end = 0;
  while (end < walk->count && walk->names[end] != 0)
    end++;
  *touched = end < walk->count;
  for (int i = 0; i < end; i++) {
    int later = 0;
    while (later < i && walk->names[later] != walk->names[i])
      later++;
    count += later == i;
  }
  return count;
}

/* Whether equal verdicts are enough: few lines came after the target's, or many and it was not touched. */
static bool is_plain(level_state *state, bool stays) {
  bool touched;
  int lines = lines_since(state->policy, &touched);
  bool is_kept_by_use = state->machine->levels[state->level].policy.kind != PME_POLICY_FIFO;
  return stays ? touched && is_kept_by_use && 2 * lines <= state->ways : lines >= MANY_LINES * state->ways;
}

/* When all starts end with the same lines what was before does not matter. */
static pme__walk_verdict verdict_of_all_starts(level_state *state, bool at_last) {
  outcome first = run_forward(state, 0);
  bool plain = is_plain(state, first.stays);
  for (int start = 1; start < (plain ? PLAIN_STARTS : STARTS); start++) {
    outcome other = run_forward(state, start);
    if (other.stays != first.stays || (!at_last && !plain && other.contents != first.contents))
      return PME__WALK_UNDECIDED;
  }
  return first.stays ? PME__WALK_HIT : PME__WALK_MISS;
}

/* The longest window. Of a random policy any run that is long enough is as good as another. */
static pme__walk_verdict verdict_at_last(level_state *state) {
  if (state->machine->levels[state->level].policy.kind == PME_POLICY_RANDOM)
    return run_forward(state, 0).stays ? PME__WALK_HIT : PME__WALK_MISS;
  return verdict_of_all_starts(state, true);
}

pme__walk_verdict pme__policy_decide(level_state *state, const pme__walk_instance *instance, int64_t line) {
  pme__policy_walk *walk = state->policy;
  int64_t end = state->work + state->work_of_walk;
  walk->draws++;
  for (int touches = FIRST_TOUCHES; touches <= MOST_TOUCHES && state->work < end; touches *= 2) {
    walk->count = 0;
    walk->most = touches * state->ways;
    state->every_touch = true;
    pme__walk_verdict verdict = pme__walk_back(state, instance, line, PME__INTERFERENCE_ALL, end - state->work);
    state->every_touch = false;
    if (verdict == PME__WALK_HIT || pme__level_state_status(state) != PME_OK)
      return verdict;
    name_lines(state);
    if (verdict == PME__WALK_FIRST_TOUCH)
      return verdict_from_empty(state);
    verdict = verdict_of_all_starts(state, false);
    if (verdict != PME__WALK_UNDECIDED)
      return verdict;
  }
  return verdict_at_last(state);
}
