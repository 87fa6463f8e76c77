/* Making the state of a cache level, and answering the questions of other files about it. */
#include "level_state.h"

typedef pme__tree_node tree_node;
typedef pme__tree_reference tree_reference;
typedef pme__walk_generator generator;
typedef pme__level_state level_state;
typedef pme__sharers sharers;

/* Finding the positions of one walk may not take longer than this many summands. */
static const int64_t MOST_COUNTING = 50000;
enum { COST_PLACED = 4 };

/* ---- creation ---- */

/* Threads that are not in step are merged by index: the work of their iterations is needed. */
static pme_status sum_phases(level_state *state, tree_node *node) {
  pme_status status = PME_OK;
  if (node->is_phase && node->reference_count > 0) {
    const pme__lock_step *lock_step = &state->lock_steps[node->reference_first];
    bool merged = lock_step->spread > 0 && !lock_step->in_lock_step;
    pme__counter counter = {.limit = MOST_COUNTING};
    status = merged ? pme__sum_worksharing(&counter, node, state->program->arena) : PME_OK;
    state->work += PME__COST_SUMMAND * counter.work;
    return status;
  }
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = sum_phases(state, child);
  return status;
}

static pme_status allocate(level_state *state, pme_arena *arena) {
  int threads = state->program->most_threads, references = state->program->reference_count;
  state->bases = PME_ARENA_NEW(arena, int64_t, state->program->array_count);
  state->lock_steps = PME_ARENA_NEW(arena, pme__lock_step, references);
  state->was_first = PME_ARENA_NEW(arena, bool, references);
  state->threads = PME_ARENA_NEW(arena, generator *, threads);
  state->merge_inputs = pme__merge_inputs_create(threads, arena);
  state->sharer_threads = PME_ARENA_NEW(arena, int, threads);
  state->sharer_first = PME_ARENA_NEW(arena, int, threads + 2);
  state->root_entries = PME_ARENA_NEW(arena, pme__walk_entry, references);
  state->phase_entries = PME_ARENA_NEW(arena, pme__walk_entry, references);
  state->outside = PME_ARENA_NEW(arena, pme__outside, references);
  state->lines = PME_ARENA_NEW(arena, int64_t, state->ways + 1);
  bool all = state->bases && state->lock_steps && state->was_first && state->threads && state->merge_inputs &&
             state->sharer_threads && state->sharer_first && state->root_entries && state->phase_entries &&
             state->outside && state->lines;
  return all ? PME_OK : PME_NO_MEMORY;
}

static pme_status create_filters(level_state *state, int64_t line_bytes) {
  pme_arena *arena = state->arena;
  pme__filter_subject subject = {state->program, state->lock_steps, &state->grouping, line_bytes};
  pme_status status =
      pme__find_access_groups(state->program, line_bytes, line_bytes * state->sets, arena, &state->grouping);
  if (status == PME_OK)
    status = pme__set_filter_create(&subject, state->sets, arena, &state->set_filter);
  if (status == PME_OK)
    status = pme__line_filter_create(&subject, arena, &state->line_filter);
  return status;
}

static void count_root_searches(level_state *state) {
  for (int b = 0; b < state->grouping.count; b++) {
    int r = pme__access_group_leader(&state->grouping, b);
    bool is_searched = pme__walk_searched(&state->line_filter->access_groups[r]->pattern, 0) != NULL;
    state->root_searches[true] += is_searched;
    state->root_searches[false] += is_searched && state->program->references[r].phase_level >= 0;
  }
}

/* What takes time: counts, the generator of serial code, filters. */
static pme_status set_up(level_state *state) {
  pme__find_lock_steps(state);
  pme_status status = sum_phases(state, state->program->root);
  if (status == PME_OK)
    status = pme__walk_generator_create(state->program, state->arena, &state->serial);
  if (status == PME_OK)
    status = create_filters(state, state->machine->levels[state->level].line_bytes);
  if (status == PME_OK)
    state->work += state->set_filter->work + state->line_filter->work;
  if (status == PME_OK)
    count_root_searches(state);
  return status;
}

pme_status pme__level_state_create(pme__loop_tree *program, const pme_machine *machine, int level, pme_arena *arena,
                                   level_state **out) {
  const pme_cache_level *cache = &machine->levels[level];
  level_state *state = PME_ARENA_NEW(arena, level_state, 1);
  if (!state)
    return PME_NO_MEMORY;
  *state = (level_state){.program = program,
                         .machine = machine,
                         .level = level,
                         .arena = arena,
                         .line_shift = __builtin_ctz((unsigned)cache->line_bytes),
                         .sets = pme_cache_sets(cache),
                         .ways = cache->associativity,
                         .work_of_walk = INT64_MAX / 2,
                         .sharers_team = -1};
  state->counter.limit = MOST_COUNTING;
  state->set_mask = state->sets & (state->sets - 1) ? 0 : state->sets - 1;
  pme_status status = allocate(state, arena);
  if (status == PME_OK)
    status = pme__policy_walk_create(state, arena) ? set_up(state) : PME_NO_MEMORY;
  if (status == PME_OK)
    *out = state;
  return status;
}

void pme__level_state_place(level_state *state, const int64_t *group_bases) {
  for (int a = 0; a < state->program->array_count; a++) {
    const pme__tree_array *array = &state->program->arrays[a];
    state->bases[a] = array->base_bytes + (array->known ? 0 : group_bases[array->group]);
  }
  state->work += (int64_t)COST_PLACED * state->program->array_count;
  if (state->everyone)
    pme__level_state_place(state->everyone, group_bases);
}

generator *pme__thread_generator(level_state *state, int thread) {
  if (!state->threads[thread]) {
    pme_status status = pme__walk_generator_create(state->program, state->arena, &state->threads[thread]);
    if (status != PME_OK)
      state->status = status;
  }
  return state->threads[thread];
}

/* ---- facts ---- */

const pme__loop_tree *pme__level_state_program(const level_state *state) { return state->program; }
const pme__set_filter *pme__level_state_filter(const level_state *state) { return state->set_filter; }
const pme__access_grouping *pme__level_state_grouping(const level_state *state) { return &state->grouping; }
const int64_t *pme__level_state_bases(const level_state *state) { return state->bases; }
int pme__level_state_kept_lines(const level_state *state) { return pme__kept_lines(state); }
bool pme__level_state_is_lru(const level_state *state) { return state->policy == NULL; }
const pme_machine *pme__level_state_machine(const level_state *state) { return state->machine; }
int pme__level_state_level(const level_state *state) { return state->level; }
void pme__walk_charge(level_state *state, int64_t work) { state->work += work; }
void pme__walk_limit(level_state *state, int64_t work_of_walk) { state->work_of_walk = work_of_walk; }

int pme__walk_last_touch_by(const level_state *state) { return state->last_touch; }
bool pme__walk_is_shared(const level_state *state) { return state->is_shared; }
int64_t pme__walk_work(const level_state *state) { return state->work; }

pme_status pme__level_state_status(const level_state *state) {
  if (state->status != PME_OK)
    return state->status;
  return state->counter.exceeded ? PME_OVER_BUDGET : PME_OK;
}

/* ---- lines ---- */

int64_t pme__walk_address(const level_state *state, const pme__walk_instance *instance) {
  const tree_reference *reference = &state->program->references[instance->reference];
  return state->bases[reference->array] + pme__tree_value(&reference->offset, instance->iterators) +
         instance->thread * reference->pitch_bytes;
}

void pme__walk_lines(const level_state *state, const pme__walk_instance *instance, int64_t *first, int64_t *last) {
  int64_t address = pme__walk_address(state, instance);
  int64_t size = state->program->references[instance->reference].size_bytes;
  *first = address >> state->line_shift;
  *last = (address + size - 1) >> state->line_shift;
}
