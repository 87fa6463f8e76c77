/* The walk: events of all threads of an instance in backward global time, until the target's line or enough others. */
#include "decide.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "recent_accesses.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__tree_reference tree_reference;
typedef pme__walk_generator generator;
typedef pme__level_state level_state;

/* Finding the positions of one walk may not take longer than this many summands. */
static const int64_t MOST_COUNTING = 200000;
/* Effort after which a walk is worth the question whether there is anything to find. */
static const int64_t LONG_WALK = 20000;
enum {
  COST_WALK = 100,
  COST_REFERENCE = 20,
  COST_PLACED = 4,
  COST_SUMMAND = 30,
  COST_RUNNER = 3,
  REFERENCES_IN_CACHE = 1250
};

/* One thread in a merge: the access it has ready, or the latest that it may still have. */
typedef struct runner {
  generator *g;
  bool ready, done;
  int64_t index;
  pme__walk_event event;
} runner;

typedef pme__sharers sharers;

struct pme__level_state {
  pme__loop_tree *program;
  const pme_machine *machine;
  int level;
  pme_arena *arena;
  int64_t sets, set_mask; /* mask 0: not a power of two */
  int line_shift;         /* a line has 1 << line_shift bytes */
  int ways;
  pme__lock_step *lock_steps; /* per reference */
  bool is_shared;             /* some instance serves several threads */
  pme__access_grouping grouping;
  pme__set_filter *set_filter, *line_filter;
  int64_t *bases; /* per array, of thread 0 */
  generator *serial;
  generator **threads; /* per thread, made when needed */
  runner *runners;
  walk_entry *root_entries, *phase_entries;
  int *sharer_threads;
  int sharers_team, sharers_instance, sharer_count; /* whose sharers sharer_threads holds */
  pme__counter counter;
  int64_t work, work_of_walk, work_limit;
  pme_status status;
  /* The walk under way */
  const pme__walk_instance *target;
  int64_t line, set;
  int instance; /* of the cache */
  pme__interference interference;
  int64_t *lines; /* distinct lines so far */
  int line_count;
  /* Looking for writes of others: the machine as it is, and the level whose instances are meant. NULL: not doing so. */
  const pme_machine *coherent_machine;
  int coherent_level, coherent_instance; /* the target's instance */
  bool invalidated;
  int last_touch;  /* reference whose event decided the last walk */
  bool *was_first; /* per reference: the last walk ended at the start */
};

/* ---- who shares the instance ---- */

static int instance_of(const level_state *state, int thread, int team) {
  return pme_machine_instance_of(state->machine, state->level, thread, team);
}

static sharers sharers_of(level_state *state, int team) {
  if (state->sharers_team != team || state->sharers_instance != state->instance) {
    state->sharer_count = 0;
    for (int thread = 0; thread < team; thread++)
      if (instance_of(state, thread, team) == state->instance)
        state->sharer_threads[state->sharer_count++] = thread;
    state->sharers_team = team;
    state->sharers_instance = state->instance;
  }
  return (sharers){state->sharer_count, state->sharer_threads};
}

int pme__sharers_of_thread(level_state *state, int thread, int team, const int **threads) {
  state->instance = instance_of(state, thread, team);
  sharers sharers = sharers_of(state, team);
  *threads = sharers.threads;
  return sharers.count;
}

int pme__sharers_of_instance(level_state *state, const pme__walk_instance *instance, int team, const int **threads) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  state->instance = instance_of(state, instance->thread, phase ? phase->threads : 1);
  sharers sharers = sharers_of(state, team);
  *threads = sharers.threads;
  return sharers.count;
}

/* Distances of the threads of every instance from the first one of theirs. */
static void find_lock_step(level_state *state, const tree_node *phase, pme__lock_step *lock_step) {
  *lock_step = (pme__lock_step){.step = 0};
  for (int thread = 0; thread < phase->threads; thread++) {
    state->instance = instance_of(state, thread, phase->threads);
    sharers sharers = sharers_of(state, phase->threads);
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

static void find_lock_steps(level_state *state) {
  for (int r = 0; r < state->program->reference_count; r++) {
    const tree_node *phase = pme__tree_phase_of(&state->program->references[r]);
    if (phase && phase->reference_first < r)
      state->lock_steps[r] = state->lock_steps[phase->reference_first];
    else if (phase)
      find_lock_step(state, phase, &state->lock_steps[r]);
  }
}

/* Threads that are not in step are merged by index: the work of their iterations is needed. */
static pme_status sum_phases(level_state *state, tree_node *node) {
  pme_status status = PME_OK;
  if (node->is_phase && node->reference_count > 0) {
    const pme__lock_step *lock_step = &state->lock_steps[node->reference_first];
    bool merged = lock_step->spread > 0 && !lock_step->in_lock_step;
    pme__counter counter = {.limit = MOST_COUNTING};
    status = merged ? pme__sum_worksharing(&counter, node, state->program->arena) : PME_OK;
    state->work += COST_SUMMAND * counter.work;
    return status;
  }
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = sum_phases(state, child);
  return status;
}

/* ---- creation ---- */

static pme_status allocate(level_state *state, pme_arena *arena) {
  int threads = state->program->most_threads, references = state->program->reference_count;
  state->bases = PME_ARENA_NEW(arena, int64_t, state->program->array_count);
  state->lock_steps = PME_ARENA_NEW(arena, pme__lock_step, references);
  state->was_first = PME_ARENA_NEW(arena, bool, references);
  state->threads = PME_ARENA_NEW(arena, generator *, threads);
  state->runners = PME_ARENA_NEW(arena, runner, threads);
  state->sharer_threads = PME_ARENA_NEW(arena, int, threads);
  state->root_entries = PME_ARENA_NEW(arena, walk_entry, references);
  state->phase_entries = PME_ARENA_NEW(arena, walk_entry, references);
  state->lines = PME_ARENA_NEW(arena, int64_t, state->ways + 1);
  bool all = state->bases && state->lock_steps && state->was_first && state->threads && state->runners &&
             state->sharer_threads && state->root_entries && state->phase_entries && state->lines;
  return all ? PME_OK : PME_NO_MEMORY;
}

static pme_status create_filters(level_state *state, int64_t line_bytes) {
  const pme__loop_tree *program = state->program;
  pme_arena *arena = state->arena;
  const pme__access_grouping *grouping = &state->grouping;
  pme_status status = pme__find_access_groups(program, line_bytes, line_bytes * state->sets, arena, &state->grouping);
  if (status == PME_OK)
    status = pme__set_filter_create(program, state->lock_steps, grouping, line_bytes, state->sets, arena,
                                    &state->set_filter);
  if (status == PME_OK)
    status = pme__line_filter_create(program, state->lock_steps, grouping, line_bytes, arena, &state->line_filter);
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
  if (status != PME_OK)
    return status;
  find_lock_steps(state);
  if ((status = sum_phases(state, program->root)) != PME_OK)
    return status;
  status = pme__walk_generator_create(program, arena, &state->serial);
  if (status == PME_OK)
    status = create_filters(state, cache->line_bytes);
  if (status == PME_OK) {
    state->work += state->set_filter->work + state->line_filter->work;
    *out = state;
  }
  return status;
}

/* References as a pass over all of them costs: from about a thousand on they do not stay in the cache of this machine.
 */
static int64_t weighed_references(const level_state *state) {
  int64_t count = state->grouping.count;
  return count + count * count / REFERENCES_IN_CACHE;
}

void pme__level_state_place(level_state *state, const int64_t *group_bases) {
  for (int a = 0; a < state->program->array_count; a++) {
    const pme__tree_array *array = &state->program->arrays[a];
    state->bases[a] = array->base_bytes + (array->known ? 0 : group_bases[array->group]);
  }
  state->work += (int64_t)COST_PLACED * state->program->array_count;
}

static generator *thread_generator(level_state *state, int thread) {
  if (!state->threads[thread]) {
    pme_status status = pme__walk_generator_create(state->program, state->arena, &state->threads[thread]);
    if (status != PME_OK)
      state->status = status;
  }
  return state->threads[thread];
}

const pme__loop_tree *pme__level_state_program(const level_state *state) { return state->program; }
const pme__set_filter *pme__level_state_filter(const level_state *state) { return state->set_filter; }
const pme__access_grouping *pme__level_state_grouping(const level_state *state) { return &state->grouping; }
const int64_t *pme__level_state_bases(const level_state *state) { return state->bases; }
int pme__level_state_ways(const level_state *state) { return state->ways; }
void pme__walk_charge(level_state *state, int64_t work) { state->work += work; }
void pme__walk_limit(level_state *state, int64_t work_of_walk) { state->work_of_walk = work_of_walk; }

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

static int64_t set_of(const level_state *state, int64_t line) {
  if (state->set_mask || state->sets == 1)
    return line & state->set_mask;
  int64_t set = line % state->sets;
  return set < 0 ? set + state->sets : set;
}

/* A line that was touched earlier; it counts against the target if it `interferes`. True: decided. */
static bool meet_line(level_state *state, int64_t line, bool interferes, pme__walk_verdict *verdict) {
  if (line == state->line) {
    *verdict = PME__WALK_HIT;
    return true;
  }
  if (!interferes || set_of(state, line) != state->set)
    return false;
  for (int i = state->line_count - 1; i >= 0; i--)
    if (state->lines[i] == line)
      return false;
  state->lines[state->line_count++] = line;
  *verdict = PME__WALK_MISS;
  return state->line_count >= state->ways;
}

static bool interferes(const level_state *state, int thread) {
  return state->interference == PME__INTERFERENCE_ALL ||
         (state->interference == PME__INTERFERENCE_OWN && thread == state->target->thread);
}

/* Whether all threads of an aligned phase touch the same line at the same index through this reference. */
static bool is_common(const tree_node *phase, const tree_reference *reference) {
  return phase->aligned && reference->pitch_bytes == 0 &&
         (!phase->worksharing || pme__tree_coefficient(&reference->offset, phase->worksharing->depth) == 0);
}

static bool is_own_instance(const level_state *state, int thread, int team) {
  return pme_machine_instance_of(state->coherent_machine, state->coherent_level, thread, team) ==
         state->coherent_instance;
}

static bool wants_bytes_of(const level_state *state, const pme__walk_event *event) {
  int64_t from = pme__walk_address(state, state->target);
  int64_t to = from + state->program->references[state->target->reference].size_bytes;
  return event->address_bytes < to &&
         from < event->address_bytes + state->program->references[event->reference].size_bytes;
}

/* The line was touched. True: decided, HIT means held, MISS means invalidated. */
static bool meet_for_validity(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  const tree_reference *reference = &state->program->references[event->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  int team = phase ? phase->threads : 1;
  bool by_all = phase && (event->thread == PME_NONE || is_common(phase, reference)) && !reference->one_thread;
  /* All in turn: the last thread's access is the latest. */
  int last = event->thread == PME_NONE ? event->last_thread : by_all ? team - 1 : event->thread;
  bool by_others = !is_own_instance(state, last, team);
  if (by_others && reference->is_write) {
    state->invalidated = true;
    *verdict = PME__WALK_MISS;
    return by_all || wants_bytes_of(state, event);
  }
  *verdict = PME__WALK_HIT;
  return by_all || !by_others;
}

static bool meet(level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict) {
  int64_t size = state->program->references[event->reference].size_bytes;
  int64_t first = event->address_bytes >> state->line_shift;
  int64_t last = (event->address_bytes + size - 1) >> state->line_shift;
  if (state->coherent_machine)
    return state->line >= first && state->line <= last && meet_for_validity(state, event, verdict);
  for (int64_t line = last; line >= first; line--)
    if (meet_line(state, line, interferes(state, event->thread), verdict)) {
      state->last_touch = event->reference;
      return true;
    }
  return false;
}

/* ---- starting generators ---- */

/* `thread` points into a list that outlives the walk, or is NULL for serial code. */
static void prepare(level_state *state, generator *g, const pme__set_filter *filter, const int *thread, bool indexed) {
  g->filter = filter;
  g->bases = state->bases;
  g->counter = &state->counter;
  g->work = &state->work;
  g->work_limit = state->work_limit;
  g->thread = thread ? *thread : 0;
  g->indexed = indexed;
  g->sharers = (sharers){thread ? 1 : 0, thread};
  g->worksharing = NULL;
  g->below_target = 0;
}

/* Threads whose lines do not count look for the target's line only. */
static const pme__set_filter *filter_for(const level_state *state, int thread) {
  return interferes(state, thread) ? state->set_filter : state->line_filter;
}

/* All references at iterators 0 of the loops from `depth` on, and `iterators` before, under the filter of `thread`. */
static int make_entries(level_state *state, const pme__set_filter *filter, const int64_t *iterators, int depth,
                        int thread, const walk_entry *from, int count, walk_entry *to) {
  int64_t set = filter->one_line ? state->line : state->set;
  for (int i = 0; i < count; i++) {
    const tree_reference *reference = &state->program->references[from[i].reference];
    int64_t address = state->bases[reference->array] + reference->offset.constant + thread * reference->pitch_bytes;
    for (int d = 0; d < depth && d < reference->offset.depth; d++)
      address += reference->offset.coefficients[d] * iterators[d];
    to[i] = (walk_entry){.reference = from[i].reference,
                         .residue = pme__walk_residue(filter, from[i].reference, address, set)};
  }
  return count;
}

/* Entries of one thread of a phase; what is common is carried by the first thread of the sharers. */
static int thread_entries(level_state *state, const tree_node *phase, const sharers *sharers, int thread,
                          const int64_t *iterators, const walk_entry *from, int count) {
  walk_entry *to = state->phase_entries;
  bool own = state->interference == PME__INTERFERENCE_OWN;
  int kept = 0;
  for (int i = 0; i < count; i++) {
    int r = from[i].reference;
    bool carried = is_common(phase, &state->program->references[r]) && thread != sharers->threads[0];
    /* Of an access of several lines another thread may touch the target's after the own one touched all of them. */
    if (own && (thread == state->target->thread || state->set_filter->access_groups[r]->straddles))
      carried = false;
    if (!carried)
      to[kept++] = from[i];
  }
  return make_entries(state, filter_for(state, thread), iterators, phase->depth, thread, to, kept, to);
}

/* ---- merging the threads of a phase ---- */

static bool later(const runner *a, const runner *b) {
  return a->index > b->index || (a->index == b->index && a->g->thread > b->g->thread);
}

/* The runner whose access or frontier is the latest, and the second latest (NULL: none). */
static runner *latest_runner(level_state *state, int count, runner **second) {
  runner *best = NULL;
  *second = NULL;
  for (int i = 0; i < count; i++) {
    runner *r = &state->runners[i];
    if (r->done)
      continue;
    if (!best || later(r, best)) {
      *second = best;
      best = r;
    } else if (!*second || later(r, *second)) {
      *second = r;
    }
  }
  state->work += (int64_t)COST_RUNNER * count;
  return best;
}

static void advance(runner *r, const runner *second) {
  int64_t stop = second ? second->index + (r->g->thread < second->g->thread) : INT64_MIN;
  pme__walk_step step = pme__walk_previous(r->g, stop, &r->event);
  r->ready = step == PME__WALK_STEP_EVENT;
  r->done = step == PME__WALK_STEP_END || step == PME__WALK_STEP_STOPPED;
  r->index = r->ready ? r->event.index : r->g->index - 1;
}

/* All that is left of a phase, of all threads of the sharers, latest first. True: decided. */
static bool merge(level_state *state, int count, pme__walk_verdict *verdict) {
  for (;;) {
    runner *second, *best = latest_runner(state, count, &second);
    if (!best || state->counter.exceeded || state->work > state->work_limit)
      return false;
    if (!best->ready) {
      advance(best, second);
      continue;
    }
    if (meet(state, &best->event, verdict))
      return true;
    best->ready = false;
    best->index--;
  }
}

static bool run_alone(level_state *state, generator *g, pme__walk_verdict *verdict) {
  pme__walk_event event;
  while (pme__walk_previous(g, INT64_MIN, &event) == PME__WALK_STEP_EVENT)
    if (meet(state, &event, verdict))
      return true;
  return false;
}

/* ---- phases in lock step ---- */

/* Whose lines count is asked thread by thread, which lock step cannot answer where a thread has fewer iterations. */
static bool is_in_lock_step(const level_state *state, const tree_node *phase) {
  return state->lock_steps[phase->reference_first].in_lock_step && state->interference != PME__INTERFERENCE_OWN;
}

/* Where the threads of the sharers are in the worksharing loop. */
static void place_members(generator *g, const int64_t *iterators) {
  pme__tree_range first = pme__tree_range_of(g->worksharing, iterators, g->sharers.threads[0]);
  for (int i = 0; i < g->sharers.count; i++) {
    pme__tree_range own = pme__tree_range_of(g->worksharing, iterators, g->sharers.threads[i]);
    g->members[i] = (pme__sharer_position){own.first - first.first, own.trips};
  }
  g->worksharing_first = first.first;
  g->worksharing_last = pme__tree_range_of(g->worksharing, iterators, PME_NONE).last;
}

/* The generator that follows the whole sharers; `iterators` are those around the phase. */
static generator *lock_step_generator(level_state *state, const tree_node *phase, const sharers *sharers,
                                      const int64_t *iterators) {
  generator *g = thread_generator(state, sharers->threads[0]);
  if (!g)
    return NULL;
  prepare(state, g, state->interference == PME__INTERFERENCE_NONE ? state->line_filter : state->set_filter,
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

static int lock_step_entries(level_state *state, const tree_node *phase, const generator *g, const int64_t *iterators,
                             const walk_entry *from, int count) {
  return make_entries(state, g->filter, iterators, phase->depth, g->thread, from, count, state->phase_entries);
}

static bool whole_phase_in_step(level_state *state, const tree_node *phase, const sharers *sharers,
                                pme__walk_verdict *verdict) {
  const generator *serial = state->serial;
  generator *g = lock_step_generator(state, phase, sharers, serial->iterators);
  if (!g)
    return false;
  int count = lock_step_entries(state, phase, g, serial->iterators, serial->phase_entries, serial->phase_entry_count);
  pme__walk_start_phase(g, phase, serial->iterators, state->phase_entries, count);
  return run_alone(state, g, verdict);
}

static bool own_phase_in_step(level_state *state, const tree_node *phase, const sharers *sharers,
                              pme__walk_verdict *verdict) {
  const tree_reference *reference = &state->program->references[state->target->reference];
  generator *g = lock_step_generator(state, phase, sharers, state->target->iterators);
  int64_t iterators[PME__TREE_MAX_LOOPS];
  if (!g)
    return false;
  int count = lock_step_entries(state, phase, g, state->target->iterators, state->root_entries, state->grouping.count);
  memcpy(iterators, state->target->iterators, sizeof iterators);
  while (sharers->threads[g->below_target] != state->target->thread)
    g->below_target++;
  if (phase->worksharing) /* the first thread's block in the same round */
    iterators[phase->worksharing->depth] -= g->members[g->below_target].lead;
  pme__walk_start_at(g, reference, iterators, reference->phase_level, reference->path_length, state->phase_entries,
                     count);
  g->below_target = 0;
  return run_alone(state, g, verdict);
}

/* ---- phases of threads that are not in step ---- */

static void add_runner(level_state *state, int *count, generator *g) {
  state->runners[*count] = (runner){.g = g, .index = g->index - 1};
  ++*count;
}

/* A phase that lies wholly before the target. */
static bool whole_phase(level_state *state, pme__walk_verdict *verdict) {
  const generator *serial = state->serial;
  const tree_node *phase = serial->phase;
  sharers sharers = sharers_of(state, phase->threads);
  if (is_in_lock_step(state, phase))
    return whole_phase_in_step(state, phase, &sharers, verdict);
  int runners = 0;
  for (int i = 0; i < sharers.count; i++) {
    int thread = sharers.threads[i];
    generator *g = thread_generator(state, thread);
    if (!g)
      return false;
    int count = thread_entries(state, phase, &sharers, thread, serial->iterators, serial->phase_entries,
                               serial->phase_entry_count);
    prepare(state, g, filter_for(state, thread), &sharers.threads[i], sharers.count > 1);
    pme__walk_start_phase(g, phase, serial->iterators, state->phase_entries, count);
    add_runner(state, &runners, g);
  }
  if (runners == 1)
    return run_alone(state, state->runners[0].g, verdict);
  return merge(state, runners, verdict);
}

/* The footprint of the target's own phase that lies before it. Threads below the target's have made their access of the
 * same index already. */
static bool own_phase(level_state *state, pme__walk_verdict *verdict) {
  const pme__walk_instance *target = state->target;
  const tree_reference *reference = &state->program->references[target->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  sharers sharers = sharers_of(state, phase->threads);
  generator *own = thread_generator(state, target->thread);
  if (!own)
    return false;
  if (target->thread != sharers.threads[0] && is_common(phase, reference)) {
    bool invalidated =
        state->coherent_machine && reference->is_write && !is_own_instance(state, target->thread - 1, phase->threads);
    *verdict = invalidated ? PME__WALK_MISS : PME__WALK_HIT;
    state->last_touch = target->reference;
    return true;
  }
  if (is_in_lock_step(state, phase))
    return own_phase_in_step(state, phase, &sharers, verdict);
  int runners = 0, roots = state->grouping.count;
  int count = thread_entries(state, phase, &sharers, target->thread, target->iterators, state->root_entries, roots);
  prepare(state, own, filter_for(state, target->thread), &target->thread, sharers.count > 1);
  pme__walk_start_at(own, reference, target->iterators, reference->phase_level, reference->path_length,
                     state->phase_entries, count);
  if (sharers.count == 1)
    return run_alone(state, own, verdict);
  int64_t index = own->index;
  add_runner(state, &runners, own);
  for (int i = 0; i < sharers.count; i++) {
    int thread = sharers.threads[i];
    generator *g = thread_generator(state, thread);
    if (!g || thread == target->thread)
      continue;
    count = thread_entries(state, phase, &sharers, thread, target->iterators, state->root_entries, roots);
    prepare(state, g, filter_for(state, thread), &sharers.threads[i], true);
    pme__walk_seek(g, phase, target->iterators, index + (thread < target->thread), state->phase_entries, count);
    add_runner(state, &runners, g);
  }
  return merge(state, runners, verdict);
}

/* ---- the walk ---- */

/* References that the instance of the cache can see: serial code is thread 0's. */
static int visible_roots(level_state *state) {
  bool serial = instance_of(state, 0, 1) == state->instance;
  int count = 0;
  for (int b = 0; b < state->grouping.count; b++) {
    int r = pme__access_group_leader(&state->grouping, b);
    if (serial || state->program->references[r].phase_level >= 0)
      state->root_entries[count++] = (walk_entry){.reference = r};
  }
  return count;
}

/* From the target's position in the serial program (its phase, or itself) to the start. */
static bool run_serial(level_state *state, pme__walk_verdict *verdict) {
  pme__walk_event event;
  for (;;) {
    pme__walk_step step = pme__walk_previous(state->serial, INT64_MIN, &event);
    if (step == PME__WALK_STEP_EVENT && meet(state, &event, verdict))
      return true;
    if (step == PME__WALK_STEP_PHASE && whole_phase(state, verdict))
      return true;
    if (step == PME__WALK_STEP_END || step == PME__WALK_STEP_STOPPED || state->status != PME_OK ||
        state->counter.exceeded)
      return false;
  }
}

static pme__walk_verdict walk(level_state *state) {
  const pme__walk_instance *target = state->target;
  const tree_reference *reference = &state->program->references[target->reference];
  pme__walk_verdict verdict = PME__WALK_FIRST_TOUCH;
  int64_t first, last;
  pme__walk_lines(state, target, &first, &last);
  for (int64_t line = state->line - 1; line >= first; line--) /* earlier lines of the access itself */
    if (meet_line(state, line, interferes(state, target->thread), &verdict))
      return verdict;
  bool in_phase = reference->phase_level >= 0;
  int roots = visible_roots(state);
  /* Phases are met where any thread may touch the set, whoever's lines count. */
  const pme__set_filter *filter =
      state->interference == PME__INTERFERENCE_NONE ? state->line_filter : state->set_filter;
  make_entries(state, filter, target->iterators, 0, 0, state->root_entries, roots, state->root_entries);
  prepare(state, state->serial, filter, NULL, false);
  pme__walk_start_at(state->serial, reference, target->iterators, 0,
                     in_phase ? reference->phase_level : reference->path_length, state->root_entries, roots);
  if (in_phase) {
    for (int b = 0; b < state->grouping.count; b++)
      state->root_entries[b] = (walk_entry){.reference = pme__access_group_leader(&state->grouping, b)};
    if (own_phase(state, &verdict))
      return verdict;
  }
  if (state->work <= state->work_limit && run_serial(state, &verdict))
    return verdict;
  return state->work > state->work_limit ? PME__WALK_UNDECIDED : PME__WALK_FIRST_TOUCH;
}

static pme__walk_verdict decide(level_state *state, const pme__walk_instance *instance, int64_t line,
                                pme__interference interference, int64_t limit) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  state->target = instance;
  state->line = line;
  state->set = set_of(state, line);
  state->instance = instance_of(state, instance->thread, phase ? phase->threads : 1);
  state->interference = interference;
  state->line_count = 0;
  state->work += COST_WALK + COST_REFERENCE * weighed_references(state);
  state->work_limit = state->work + limit;
  pme__walk_verdict verdict = walk(state);
  state->work += COST_SUMMAND * state->counter.work;
  state->counter.work = 0;
  return verdict;
}

pme__walk_verdict pme__walk_decide_near(level_state *state, const pme__walk_instance *instance, int64_t line) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  int team = phase ? phase->threads : 1;
  state->instance = instance_of(state, instance->thread, team);
  pme__recent_accesses g = {.program = state->program,
                            .bases = state->bases,
                            .sharers = sharers_of(state, team),
                            .line_shift = state->line_shift,
                            .sets = state->sets,
                            .set_mask = state->set_mask,
                            .ways = state->ways,
                            .target = instance,
                            .line = line,
                            .set = set_of(state, line),
                            .lines = state->lines};
  pme__walk_verdict verdict = pme__recent_accesses_decide(&g);
  state->work += g.work;
  state->last_touch = g.last_touch;
  return verdict;
}

/* Where the cache holds all that a program touches, walks towards a first touch go back to the start of the program.
 * Those that look for the line alone get there fast: they go first where the one before was a first touch. */
pme__walk_verdict pme__walk_decide_far(level_state *state, const pme__walk_instance *instance, int64_t line) {
  int64_t limit = state->work_of_walk, first_limit = limit < LONG_WALK ? limit : LONG_WALK;
  bool *is_first = &state->was_first[instance->reference], asked = *is_first;
  if (asked && decide(state, instance, line, PME__INTERFERENCE_NONE, limit) == PME__WALK_FIRST_TOUCH)
    return PME__WALK_FIRST_TOUCH;
  pme__walk_verdict verdict = decide(state, instance, line, PME__INTERFERENCE_ALL, first_limit);
  if (verdict == PME__WALK_UNDECIDED && limit > LONG_WALK) {
    if (!asked && decide(state, instance, line, PME__INTERFERENCE_NONE, limit) == PME__WALK_FIRST_TOUCH)
      verdict = PME__WALK_FIRST_TOUCH;
    else
      verdict = decide(state, instance, line, PME__INTERFERENCE_ALL, limit);
  }
  *is_first = verdict == PME__WALK_FIRST_TOUCH;
  return verdict;
}

pme__walk_verdict pme__walk_decide(level_state *state, const pme__walk_instance *instance, int64_t line,
                                   pme__interference interference) {
  if (interference != PME__INTERFERENCE_ALL)
    return decide(state, instance, line, interference, state->work_of_walk);
  pme__walk_verdict verdict = pme__walk_decide_near(state, instance, line);
  return verdict == PME__WALK_UNDECIDED ? pme__walk_decide_far(state, instance, line) : verdict;
}

/* How far the iterations of a thread are from those of thread 0. */
static int64_t lead_of(const tree_node *worksharing, const int64_t *iterators, int thread) {
  return pme__tree_range_of(worksharing, iterators, thread).first - pme__tree_range_of(worksharing, iterators, 0).first;
}

pme__line_validity pme__line_validity_of(level_state *state, const pme_machine *machine, int level,
                                         const pme__walk_instance *instance, int64_t line) {
  const tree_node *phase = pme__tree_phase_of(&state->program->references[instance->reference]);
  state->coherent_machine = machine;
  state->coherent_level = level;
  state->coherent_instance = pme_machine_instance_of(machine, level, instance->thread, phase ? phase->threads : 1);
  state->invalidated = false;
  /* Reads by all threads at the same index take nothing away: what the first one finds, the others find. */
  pme__walk_instance first = *instance;
  bool by_all = phase && is_common(phase, &state->program->references[instance->reference]);
  if (by_all && !state->program->references[instance->reference].is_write) {
    if (phase->worksharing)
      first.iterators[phase->worksharing->depth] -= lead_of(phase->worksharing, instance->iterators, instance->thread);
    first.thread = 0;
  }
  pme__walk_verdict verdict = decide(state, &first, line, PME__INTERFERENCE_NONE, state->work_of_walk);
  state->coherent_machine = NULL;
  if (verdict == PME__WALK_MISS)
    return PME__LINE_INVALIDATED;
  if (state->invalidated)
    return PME__LINE_INVALIDATED_FALSELY;
  return verdict == PME__WALK_UNDECIDED ? PME__LINE_VALIDITY_UNKNOWN : PME__LINE_VALID;
}

int pme__walk_last_touch_by(const level_state *state) { return state->last_touch; }

bool pme__walk_is_shared(const level_state *state) { return state->is_shared; }

int64_t pme__walk_work(const level_state *state) { return state->work; }

pme_status pme__level_state_status(const level_state *state) {
  if (state->status != PME_OK)
    return state->status;
  return state->counter.exceeded ? PME_OVER_BUDGET : PME_OK;
}
