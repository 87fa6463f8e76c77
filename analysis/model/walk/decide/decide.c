/* The walk: accesses of all threads of an instance in backward global time, until the target's line or enough others.
 */
#include "level_state.h"
#include "recent_accesses.h"

typedef pme__walk_entry walk_entry;
typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__level_state level_state;

/* Effort after which a walk is worth the question whether there is anything to find. */
static const int64_t LONG_WALK = 20000;
enum { COST_WALK = 100, COST_REFERENCE = 20, REFERENCES_IN_CACHE = 1250 };

/* References as a pass over all of them costs: from about a thousand on they do not stay in the cache of this machine.
 */
static int64_t weighed_references(const level_state *state) {
  int64_t count = state->grouping.count;
  return count + count * count / REFERENCES_IN_CACHE;
}

pme__walk_entries pme__visible_roots(level_state *state) {
  bool serial = pme__instance_of(state, 0, 1) == state->instance;
  int count = 0;
  for (int b = 0; b < state->grouping.count; b++) {
    int r = pme__access_group_leader(&state->grouping, b);
    if (serial || state->program->references[r].phase_level >= 0)
      state->root_entries[count++] = (walk_entry){.reference = r};
  }
  return (pme__walk_entries){state->root_entries, count};
}

/* From the target's position in the serial program (its phase, or itself) to the start. */
bool pme__run_serial(level_state *state, pme__walk_verdict *verdict) {
  pme__walk_event event;
  for (;;) {
    pme__walk_step step = pme__walk_previous(state->serial, INT64_MIN, &event);
    if (step == PME__WALK_STEP_EVENT && pme__meet(state, &event, verdict))
      return true;
    if (step == PME__WALK_STEP_PHASE && pme__walk_whole_phase(state, verdict))
      return true;
    if (step == PME__WALK_STEP_END || step == PME__WALK_STEP_STOPPED || state->status != PME_OK ||
        state->counter.exceeded)
      return false;
  }
}

/* What start_serial adds to the effort for a target in a phase. It is part of every walk, begun or not: most are decided
 * in the phase. */
static int64_t effort_of_start(const level_state *state, int phase_level) {
  bool with_serial = pme__instance_of(state, 0, 1) == state->instance;
  int searches = state->interference == PME__INTERFERENCE_NONE ? state->root_searches[with_serial] : 0;
  return (int64_t)PME__WALK_COST_FRAME * phase_level + (int64_t)PME__WALK_COST_LINE * searches;
}

/* Puts the serial generator before the target, or before the target's phase; the effort of that is counted before. Phases
 * are met where any thread may touch the set, whosever lines count. */
static void start_serial(level_state *state, const tree_reference *reference) {
  const pme__walk_instance *target = state->target;
  bool in_phase = reference->phase_level >= 0;
  int64_t work = state->work;
  const pme__set_filter *filter =
      state->interference == PME__INTERFERENCE_NONE ? state->line_filter : state->set_filter;
  pme__walk_position start = {target->iterators, 0, 0};
  pme__walk_entries roots = pme__make_entries(state, filter, &start, pme__visible_roots(state), state->root_entries);
  pme__prepare_generator(state, state->serial, filter, NULL, false);
  pme__walk_start_at(state->serial, reference, target->iterators, 0,
                     in_phase ? reference->phase_level : reference->path_length, roots);
  if (in_phase)
    state->work = work;
}

/* Earlier lines of the access itself. True: decided. */
static bool meet_own_lines(level_state *state, pme__walk_verdict *verdict) {
  int64_t first, last;
  pme__walk_lines(state, state->target, &first, &last);
  for (int64_t line = state->line - 1; line >= first; line--)
    if (pme__meet_line(state, line, pme__interferes(state, state->target->thread), verdict))
      return true;
  return false;
}

static pme__walk_verdict walk(level_state *state) {
  const tree_reference *reference = &state->program->references[state->target->reference];
  pme__walk_verdict verdict = PME__WALK_FIRST_TOUCH;
  if (meet_own_lines(state, &verdict))
    return verdict;
  if (reference->phase_level >= 0) {
    state->work += effort_of_start(state, reference->phase_level);
    if (pme__walk_own_phase(state, &verdict))
      return verdict;
  }
  if (reference->phase_level < 0 || state->work <= state->work_limit)
    start_serial(state, reference);
  if (state->work <= state->work_limit && pme__run_serial(state, &verdict))
    return verdict;
  return state->work > state->work_limit || state->counter.exceeded ? PME__WALK_UNDECIDED : PME__WALK_FIRST_TOUCH;
}

pme__walk_verdict pme__walk_back(level_state *state, const pme__walk_instance *instance, int64_t line,
                                 pme__interference interference, int64_t limit) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  state->target = instance;
  state->line = line;
  state->set = pme__set_of(state, line);
  state->instance = pme__instance_of(state, instance->thread, phase ? phase->threads : 1);
  state->interference = interference;
  state->line_count = 0;
  state->work += COST_WALK + COST_REFERENCE * weighed_references(state);
  state->work_limit = state->work + limit;
  if (interference == PME__INTERFERENCE_NONE)
    state->counter.exceeded = false;
  pme__walk_verdict verdict = walk(state);
  state->work += PME__COST_SUMMAND * state->counter.work;
  state->counter.work = 0;
  return verdict;
}

pme__walk_verdict pme__walk_decide_near(level_state *state, const pme__walk_instance *instance, int64_t line) {
  if (state->policy)
    return PME__WALK_UNDECIDED;
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  int team = phase ? phase->threads : 1;
  state->instance = pme__instance_of(state, instance->thread, team);
  pme__recent_accesses g = {.program = state->program,
                            .bases = state->bases,
                            .sharers = pme__sharers_of(state, team),
                            .line_shift = state->line_shift,
                            .sets = state->sets,
                            .set_mask = state->set_mask,
                            .ways = state->ways,
                            .target = instance,
                            .line = line,
                            .set = pme__set_of(state, line),
                            .lines = state->lines};
  pme__walk_verdict verdict = pme__recent_accesses_decide(&g);
  state->work += g.work;
  state->last_touch = g.last_touch;
  return verdict;
}

/* Where the cache holds all that a program touches, walks towards a first touch go back to the start of the program.
 * Those that look for the line alone get there fast: they go first where the one before was a first touch. */
pme__walk_verdict pme__walk_decide_far(level_state *state, const pme__walk_instance *instance, int64_t line) {
  if (state->policy)
    return pme__policy_decide(state, instance, line);
  int64_t limit = state->work_of_walk, first_limit = limit < LONG_WALK ? limit : LONG_WALK;
  bool *is_first = &state->was_first[instance->reference], asked = *is_first;
  if (asked && pme__walk_back(state, instance, line, PME__INTERFERENCE_NONE, limit) == PME__WALK_FIRST_TOUCH)
    return PME__WALK_FIRST_TOUCH;
  pme__walk_verdict verdict = pme__walk_back(state, instance, line, PME__INTERFERENCE_ALL, first_limit);
  if (verdict == PME__WALK_UNDECIDED && limit > LONG_WALK) {
    if (!asked && pme__walk_back(state, instance, line, PME__INTERFERENCE_NONE, limit) == PME__WALK_FIRST_TOUCH)
      verdict = PME__WALK_FIRST_TOUCH;
    else
      verdict = pme__walk_back(state, instance, line, PME__INTERFERENCE_ALL, limit);
  }
  *is_first = verdict == PME__WALK_FIRST_TOUCH;
  return verdict;
}

pme__walk_verdict pme__walk_decide(level_state *state, const pme__walk_instance *instance, int64_t line,
                                   pme__interference interference) {
  if (interference != PME__INTERFERENCE_ALL)
    return pme__walk_back(state, instance, line, interference, state->work_of_walk);
  pme__walk_verdict verdict = pme__walk_decide_near(state, instance, line);
  return verdict == PME__WALK_UNDECIDED ? pme__walk_decide_far(state, instance, line) : verdict;
}
