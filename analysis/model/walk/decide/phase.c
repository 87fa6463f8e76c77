/* Walking backward through a phase: all threads that share the instance, latest access first. */
#include <string.h>

#include "level_state.h"

typedef pme__walk_entry walk_entry;
typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_generator generator;
typedef pme__level_state level_state;
typedef pme__sharers sharers;

enum { COST_INPUT = 3 };

/* One thread in a merge: the access it has ready, or the latest that it may still have. */
typedef struct pme__walk_merge_input merge_input;
struct pme__walk_merge_input {
  generator *g;
  bool ready, done;
  int64_t index;
  pme__walk_event event;
};

struct pme__walk_merge_input *pme__merge_inputs_create(int threads, pme_arena *arena) {
  return PME_ARENA_NEW(arena, merge_input, threads);
}

/* ---- starting generators ---- */
void pme__prepare_generator(level_state *state, generator *g, const pme__set_filter *filter, const int *thread,
                            bool indexed) {
  g->filter = filter;
  g->bases = state->bases;
  g->counter = &state->counter;
  g->work = &state->work;
  g->work_limit = state->work_limit;
  g->every_touch = state->every_touch;
  g->every_write = state->every_touch && state->coherent_machine;
  g->thread = thread ? *thread : 0;
  g->indexed = indexed;
  g->sharers = (sharers){thread ? 1 : 0, thread};
  g->worksharing = NULL;
  g->below_target = 0;
}

/* Threads whose lines do not count look for the target's line only. */
static const pme__set_filter *filter_for(const level_state *state, int thread) {
  return pme__interferes(state, thread) ? state->set_filter : state->line_filter;
}

/* Whether the access group can come to the line at all. */
static bool may_touch(level_state *state, const pme__walk_pattern *pattern, int depth, int64_t residue) {
  const pme__walk_image *image = pme__walk_searched(pattern, depth);
  if (!image)
    return true;
  state->work += PME__WALK_COST_LINE;
  return pme__walk_is_in_line_image(pattern, image, residue);
}

pme__walk_entries pme__make_entries(level_state *state, const pme__set_filter *filter, const pme__walk_position *at,
                                    pme__walk_entries from, walk_entry *to) {
  int64_t start_bytes = (filter->one_line ? state->line : state->set) * filter->line_bytes;
  int count = 0;
  for (int i = 0; i < from.count; i++) {
    int r = from.at[i].reference;
    const tree_reference *reference = &state->program->references[r];
    const pme__walk_pattern *pattern = &filter->access_groups[r]->pattern;
    int64_t address = state->bases[reference->array] + reference->offset.constant + at->thread * reference->pitch_bytes;
    for (int d = 0; d < at->depth && d < reference->offset.depth; d++)
      address += reference->offset.coefficients[d] * at->iterators[d];
    int64_t residue = pme__walk_residue(pattern, address, start_bytes);
    if (!filter->one_line || may_touch(state, pattern, at->depth, residue))
      to[count++] = (walk_entry){.reference = r, .residue = residue};
  }
  return (pme__walk_entries){to, count};
}

/* ---- what the target's phase holds ---- */

static const pme__outside *outside_of(level_state *state, const tree_node *phase) {
  pme__outside *outside = &state->outside[phase->reference_first];
  for (int b = 0; b < state->grouping.count && !outside->is_counted; b++) {
    int r = pme__access_group_leader(&state->grouping, b);
    if (pme__walk_holds(phase, r) || !pme__walk_searched(&state->line_filter->access_groups[r]->pattern, phase->depth))
      continue;
    bool common = pme__is_common(phase, &state->program->references[r]);
    outside->searches[PME__FOLLOWED_ALL]++;
    outside->searches[PME__FOLLOWED_NOT_COMMON] += !common;
    outside->searches[PME__FOLLOWED_COMMON_IF_STRADDLING] += !common || state->set_filter->access_groups[r]->straddles;
  }
  outside->is_counted = true;
  return outside;
}

/* A phase that is a row counts effort by all entries, of which it needs its own. */
static bool is_listed_alone(const tree_node *phase) { return !phase->is_row; }

/* Effort is that of all access groups of the program, for which the line filter is searched; those of the phase are
 * looked at. */
static pme__walk_entries roots_of(level_state *state, const tree_node *phase) {
  state->root_count = 0;
  for (int b = 0; b < state->grouping.count; b++) {
    int r = pme__access_group_leader(&state->grouping, b);
    if (!is_listed_alone(phase) || pme__walk_holds(phase, r))
      state->root_entries[state->root_count++] = (walk_entry){.reference = r};
  }
  return (pme__walk_entries){state->root_entries, state->root_count};
}

static void count_outside(level_state *state, const tree_node *phase, const pme__set_filter *filter,
                          pme__followed followed) {
  if (filter->one_line && is_listed_alone(phase))
    state->work += (int64_t)PME__WALK_COST_LINE * outside_of(state, phase)->searches[followed];
}

static void count_outside_of_thread(level_state *state, const tree_node *phase, const sharers *sharers, int thread) {
  bool own = state->interference == PME__INTERFERENCE_OWN;
  pme__followed followed = own ? PME__FOLLOWED_COMMON_IF_STRADDLING : PME__FOLLOWED_NOT_COMMON;
  if (thread == sharers->threads[0] || (own && thread == state->target->thread))
    followed = PME__FOLLOWED_ALL;
  count_outside(state, phase, filter_for(state, thread), followed);
}

/* Entries of one thread of a phase; what is common is carried by the first sharer. */
static pme__walk_entries thread_entries(level_state *state, const tree_node *phase, const sharers *sharers, int thread,
                                        const int64_t *iterators, pme__walk_entries from) {
  walk_entry *to = state->phase_entries;
  bool own = state->interference == PME__INTERFERENCE_OWN;
  int kept = 0;
  for (int i = 0; i < from.count; i++) {
    int r = from.at[i].reference;
    bool carried = pme__is_common(phase, &state->program->references[r]) && thread != sharers->threads[0];
    /* Of an access of several lines another thread may touch the target's after the own one touched all of them. */
    if (own && (thread == state->target->thread || state->set_filter->access_groups[r]->straddles))
      carried = false;
    if (!carried)
      to[kept++] = from.at[i];
  }
  pme__walk_position at = {iterators, phase->depth, thread};
  return pme__make_entries(state, filter_for(state, thread), &at, (pme__walk_entries){to, kept}, to);
}

/* ---- merging the threads of a phase ---- */

static bool later(const merge_input *a, const merge_input *b) {
  return a->index > b->index || (a->index == b->index && a->g->thread > b->g->thread);
}

/* The merge_input whose access or frontier is the latest, and the second latest (NULL: none). */
static merge_input *latest_input(level_state *state, int count, merge_input **second) {
  merge_input *best = NULL;
  *second = NULL;
  for (int i = 0; i < count; i++) {
    merge_input *r = &state->merge_inputs[i];
    if (r->done)
      continue;
    if (!best || later(r, best)) {
      *second = best;
      best = r;
    } else if (!*second || later(r, *second)) {
      *second = r;
    }
  }
  state->work += (int64_t)COST_INPUT * count;
  return best;
}

static void advance(merge_input *r, const merge_input *second) {
  int64_t stop = second ? second->index + (r->g->thread < second->g->thread) : INT64_MIN;
  pme__walk_step step = pme__walk_previous(r->g, stop, &r->event);
  r->ready = step == PME__WALK_STEP_EVENT;
  r->done = step == PME__WALK_STEP_END || step == PME__WALK_STEP_STOPPED;
  r->index = r->ready ? r->event.index : r->g->index - 1;
}

/* All that is left of a phase, of all sharers, latest first. True: decided. */
static bool merge(level_state *state, int count, pme__walk_verdict *verdict) {
  for (;;) {
    merge_input *second, *best = latest_input(state, count, &second);
    if (!best || state->counter.exceeded || state->work > state->work_limit)
      return false;
    if (!best->ready) {
      advance(best, second);
      continue;
    }
    if (pme__meet(state, &best->event, verdict))
      return true;
    best->ready = false;
    best->index--;
  }
}

static bool run_alone(level_state *state, generator *g, pme__walk_verdict *verdict) {
  pme__walk_event event;
  while (pme__walk_previous(g, INT64_MIN, &event) == PME__WALK_STEP_EVENT)
    if (pme__meet(state, &event, verdict))
      return true;
  return false;
}

/* ---- phases in lock step ---- */

/* Whose lines count is asked thread by thread, which lock step cannot answer where a thread has fewer iterations. */
static bool is_in_lock_step(const level_state *state, const tree_node *phase) {
  return state->lock_steps[phase->reference_first].in_lock_step && state->interference != PME__INTERFERENCE_OWN;
}

/* Where the sharers are in the worksharing loop. */
static void place_members(generator *g, const int64_t *iterators) {
  pme__tree_range first = pme__tree_range_of(g->worksharing, iterators, g->sharers.threads[0]);
  for (int i = 0; i < g->sharers.count; i++) {
    pme__tree_range own = pme__tree_range_of(g->worksharing, iterators, g->sharers.threads[i]);
    g->members[i] = (pme__sharer_position){own.first - first.first, own.trips};
  }
  g->worksharing_first = first.first;
  g->worksharing_last = pme__tree_range_of(g->worksharing, iterators, PME_NONE).last;
}

/* The generator that follows all sharers; `iterators` are those around the phase. */
static generator *lock_step_generator(level_state *state, const tree_node *phase, const sharers *sharers,
                                      const int64_t *iterators) {
  generator *g = pme__thread_generator(state, sharers->threads[0]);
  if (!g)
    return NULL;
  pme__prepare_generator(state, g,
                         state->interference == PME__INTERFERENCE_NONE ? state->line_filter : state->set_filter,
                         sharers->threads, false);
  if (!pme__walk_generator_reserve(g, sharers->count, state->arena)) {
    state->status = PME_NO_MEMORY;
    return NULL;
  }
  g->sharers = *sharers;
  g->worksharing = phase->worksharing;
  if (phase->worksharing)
    place_members(g, iterators);
  return g;
}

static pme__walk_entries lock_step_entries(level_state *state, const tree_node *phase, const generator *g,
                                           const int64_t *iterators, pme__walk_entries from) {
  pme__walk_position at = {iterators, phase->depth, g->thread};
  return pme__make_entries(state, g->filter, &at, from, state->phase_entries);
}

static bool whole_phase_in_step(level_state *state, const tree_node *phase, const sharers *sharers,
                                pme__walk_verdict *verdict) {
  const generator *serial = state->serial;
  generator *g = lock_step_generator(state, phase, sharers, serial->iterators);
  if (!g)
    return false;
  pme__walk_start_phase(g, phase, serial->iterators,
                        lock_step_entries(state, phase, g, serial->iterators, serial->phase_entries));
  return run_alone(state, g, verdict);
}

static bool own_phase_in_step(level_state *state, const tree_node *phase, const sharers *sharers,
                              pme__walk_verdict *verdict) {
  const tree_reference *reference = &state->program->references[state->target->reference];
  generator *g = lock_step_generator(state, phase, sharers, state->target->iterators);
  int64_t iterators[PME__TREE_MAX_LOOPS];
  if (!g)
    return false;
  pme__walk_entries entries = lock_step_entries(state, phase, g, state->target->iterators, roots_of(state, phase));
  count_outside(state, phase, g->filter, PME__FOLLOWED_ALL);
  memcpy(iterators, state->target->iterators, sizeof iterators);
  while (sharers->threads[g->below_target] != state->target->thread)
    g->below_target++;
  if (phase->worksharing) /* the first thread's block in the same round */
    iterators[phase->worksharing->depth] -= g->members[g->below_target].lead;
  pme__walk_start_at(g, reference, iterators, reference->phase_level, reference->path_length, entries);
  g->below_target = 0;
  return run_alone(state, g, verdict);
}

/* ---- phases of threads that are not in step ---- */

static void add_input(level_state *state, int *count, generator *g) {
  state->merge_inputs[*count] = (merge_input){.g = g, .index = g->index - 1};
  ++*count;
}

bool pme__walk_whole_phase(level_state *state, pme__walk_verdict *verdict) {
  const generator *serial = state->serial;
  const tree_node *phase = serial->phase;
  sharers sharers = pme__sharers_of(state, phase->threads);
  if (is_in_lock_step(state, phase))
    return whole_phase_in_step(state, phase, &sharers, verdict);
  int inputs = 0;
  for (int i = 0; i < sharers.count; i++) {
    int thread = sharers.threads[i];
    generator *g = pme__thread_generator(state, thread);
    if (!g)
      return false;
    pme__walk_entries entries =
        thread_entries(state, phase, &sharers, thread, serial->iterators, serial->phase_entries);
    pme__prepare_generator(state, g, filter_for(state, thread), &sharers.threads[i], sharers.count > 1);
    pme__walk_start_phase(g, phase, serial->iterators, entries);
    add_input(state, &inputs, g);
  }
  if (inputs == 1)
    return run_alone(state, state->merge_inputs[0].g, verdict);
  return merge(state, inputs, verdict);
}

/* The target's thread, before the target. NULL: out of memory. */
static generator *own_generator(level_state *state, const tree_node *phase, const sharers *sharers) {
  const pme__walk_instance *target = state->target;
  const tree_reference *reference = &state->program->references[target->reference];
  generator *own = pme__thread_generator(state, target->thread);
  if (!own)
    return NULL;
  pme__walk_entries entries =
      thread_entries(state, phase, sharers, target->thread, target->iterators, roots_of(state, phase));
  count_outside_of_thread(state, phase, sharers, target->thread);
  pme__prepare_generator(state, own, filter_for(state, target->thread), &target->thread, sharers->count > 1);
  pme__walk_start_at(own, reference, target->iterators, reference->phase_level, reference->path_length, entries);
  return own;
}

/* The other threads, before the target's index: those below the target's have made their access of the same index
 * already. Returns the number of inputs. */
static int add_other_threads(level_state *state, const tree_node *phase, const sharers *sharers, int64_t index,
                             int inputs) {
  const pme__walk_instance *target = state->target;
  pme__walk_entries roots = {state->root_entries, state->root_count};
  for (int i = 0; i < sharers->count; i++) {
    int thread = sharers->threads[i];
    generator *g = pme__thread_generator(state, thread);
    if (!g || thread == target->thread)
      continue;
    pme__walk_entries entries = thread_entries(state, phase, sharers, thread, target->iterators, roots);
    count_outside_of_thread(state, phase, sharers, thread);
    pme__prepare_generator(state, g, filter_for(state, thread), &sharers->threads[i], true);
    pme__walk_seek(g, phase, target->iterators, index + (thread < target->thread), entries);
    add_input(state, &inputs, g);
  }
  return inputs;
}

/* The first sharer touches the target's line at the target's index, before the target's thread does. */
static pme__walk_verdict verdict_of_common(level_state *state, const tree_reference *reference, int team) {
  bool invalidated =
      state->coherent_machine && reference->is_write && !pme__is_own_instance(state, state->target->thread - 1, team);
  state->last_touch = state->target->reference;
  return invalidated ? PME__WALK_MISS : PME__WALK_HIT;
}

bool pme__walk_own_phase(level_state *state, pme__walk_verdict *verdict) {
  const pme__walk_instance *target = state->target;
  const tree_reference *reference = &state->program->references[target->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  sharers sharers = pme__sharers_of(state, phase->threads);
  if (!pme__thread_generator(state, target->thread))
    return false;
  if (target->thread != sharers.threads[0] && pme__is_common(phase, reference)) {
    *verdict = verdict_of_common(state, reference, phase->threads);
    return true;
  }
  if (is_in_lock_step(state, phase))
    return own_phase_in_step(state, phase, &sharers, verdict);
  generator *own = own_generator(state, phase, &sharers);
  if (sharers.count == 1)
    return run_alone(state, own, verdict);
  int inputs = 0;
  add_input(state, &inputs, own);
  inputs = add_other_threads(state, phase, &sharers, own->index, inputs);
  return merge(state, inputs, verdict);
}
