/* The walk: events of all threads of an instance in backward global time, until the target's line or enough others. */
#include "decide.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "recent_accesses.h"

typedef pme__tree_node tree_node;
typedef pme__walk_entry walk_entry;
typedef pme__tree_reference tree_reference;
typedef pme__walk_generator generator;
typedef pme__walk_sieve walk_sieve;

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

typedef pme__walk_crew_list crew;

struct pme__walk_sieve {
  pme__loop_tree *program;
  const pme_machine *machine;
  int level;
  pme_arena *arena;
  int64_t sets, set_mask; /* mask 0: not a power of two */
  int line_shift;         /* a line has 1 << line_shift bytes */
  int ways;
  pme__walk_team *teams; /* per reference */
  bool is_shared;        /* some instance serves several threads */
  pme__walk_bundling bundling;
  pme__walk_filter *set_filter, *line_filter;
  int64_t *bases; /* per array, of thread 0 */
  generator *skeleton;
  generator **threads; /* per thread, made when needed */
  runner *runners;
  walk_entry *root_entries, *phase_entries;
  int *crew_threads;
  int crew_team, crew_instance, crew_count; /* whose crew crew_threads holds */
  pme__counter counter;
  int64_t work, work_of_walk, work_limit;
  pme_status status;
  /* The walk under way */
  const pme__walk_instance *target;
  int64_t line, set;
  int instance; /* of the cache */
  pme__walk_rivals rivals;
  int64_t *lines; /* distinct lines so far */
  int line_count;
  /* Looking for writes of others: the machine as it is, and the level whose instances are meant. NULL: not doing so. */
  const pme_machine *holders;
  int holders_level, holder; /* the target's instance */
  bool taken;
  int toucher;     /* reference whose event decided the last walk */
  bool *was_first; /* per reference: the last walk ended at the start */
};

/* ---- who shares the instance ---- */

static int instance_of(const walk_sieve *sieve, int thread, int team) {
  return pme_machine_instance_of(sieve->machine, sieve->level, thread, team);
}

static crew crew_of(walk_sieve *sieve, int team) {
  if (sieve->crew_team != team || sieve->crew_instance != sieve->instance) {
    sieve->crew_count = 0;
    for (int thread = 0; thread < team; thread++)
      if (instance_of(sieve, thread, team) == sieve->instance)
        sieve->crew_threads[sieve->crew_count++] = thread;
    sieve->crew_team = team;
    sieve->crew_instance = sieve->instance;
  }
  return (crew){sieve->crew_count, sieve->crew_threads};
}

int pme__walk_crew(walk_sieve *sieve, int thread, int team, const int **threads) {
  sieve->instance = instance_of(sieve, thread, team);
  crew crew = crew_of(sieve, team);
  *threads = crew.threads;
  return crew.count;
}

int pme__walk_crew_with(walk_sieve *sieve, const pme__walk_instance *instance, int team, const int **threads) {
  const tree_node *phase = pme__tree_phase_of(&sieve->program->references[instance->reference]);
  sieve->instance = instance_of(sieve, instance->thread, phase ? phase->threads : 1);
  crew crew = crew_of(sieve, team);
  *threads = crew.threads;
  return crew.count;
}

/* Distances of the threads of every instance from the first one of theirs. */
static void find_team(walk_sieve *sieve, const tree_node *phase, pme__walk_team *team) {
  *team = (pme__walk_team){.step = 0};
  for (int thread = 0; thread < phase->threads; thread++) {
    sieve->instance = instance_of(sieve, thread, phase->threads);
    crew crew = crew_of(sieve, phase->threads);
    if (crew.threads[0] != thread)
      continue;
    for (int i = 1; i < crew.count; i++) {
      int apart = crew.threads[i] - thread;
      team->spread = apart > team->spread ? apart : team->spread;
      team->step = (int)pme__gcd(apart, team->step);
    }
  }
  team->in_team = phase->aligned && team->spread > 0;
  sieve->is_shared |= team->spread > 0;
}

static void find_teams(walk_sieve *sieve) {
  for (int r = 0; r < sieve->program->reference_count; r++) {
    const tree_node *phase = pme__tree_phase_of(&sieve->program->references[r]);
    if (phase && phase->reference_first < r)
      sieve->teams[r] = sieve->teams[phase->reference_first];
    else if (phase)
      find_team(sieve, phase, &sieve->teams[r]);
  }
}

/* Threads that are not in step are merged by index: the work of their iterations is needed. */
static pme_status sum_phases(walk_sieve *sieve, tree_node *node) {
  pme_status status = PME_OK;
  if (node->is_phase && node->reference_count > 0) {
    const pme__walk_team *team = &sieve->teams[node->reference_first];
    bool merged = team->spread > 0 && !team->in_team;
    pme__counter counter = {.limit = MOST_COUNTING};
    status = merged ? pme__sum_worksharing(&counter, node, sieve->program->arena) : PME_OK;
    sieve->work += COST_SUMMAND * counter.work;
    return status;
  }
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = sum_phases(sieve, child);
  return status;
}

/* ---- creation ---- */

static pme_status allocate(walk_sieve *sieve, pme_arena *arena) {
  int threads = sieve->program->most_threads, references = sieve->program->reference_count;
  sieve->bases = PME_ARENA_NEW(arena, int64_t, sieve->program->array_count);
  sieve->teams = PME_ARENA_NEW(arena, pme__walk_team, references);
  sieve->was_first = PME_ARENA_NEW(arena, bool, references);
  sieve->threads = PME_ARENA_NEW(arena, generator *, threads);
  sieve->runners = PME_ARENA_NEW(arena, runner, threads);
  sieve->crew_threads = PME_ARENA_NEW(arena, int, threads);
  sieve->root_entries = PME_ARENA_NEW(arena, walk_entry, references);
  sieve->phase_entries = PME_ARENA_NEW(arena, walk_entry, references);
  sieve->lines = PME_ARENA_NEW(arena, int64_t, sieve->ways + 1);
  bool all = sieve->bases && sieve->teams && sieve->was_first && sieve->threads && sieve->runners &&
             sieve->crew_threads && sieve->root_entries && sieve->phase_entries && sieve->lines;
  return all ? PME_OK : PME_NO_MEMORY;
}

static pme_status create_filters(walk_sieve *sieve, int64_t line_bytes) {
  const pme__loop_tree *program = sieve->program;
  pme_arena *arena = sieve->arena;
  const pme__walk_bundling *bundling = &sieve->bundling;
  pme_status status = pme__walk_find_bundles(program, line_bytes, line_bytes * sieve->sets, arena, &sieve->bundling);
  if (status == PME_OK)
    status =
        pme__walk_filter_create(program, sieve->teams, bundling, line_bytes, sieve->sets, arena, &sieve->set_filter);
  if (status == PME_OK)
    status = pme__walk_line_filter_create(program, sieve->teams, bundling, line_bytes, arena, &sieve->line_filter);
  return status;
}

pme_status pme__walk_sieve_create(pme__loop_tree *program, const pme_machine *machine, int level, pme_arena *arena,
                                  walk_sieve **out) {
  const pme_cache_level *cache = &machine->levels[level];
  walk_sieve *sieve = PME_ARENA_NEW(arena, walk_sieve, 1);
  if (!sieve)
    return PME_NO_MEMORY;
  *sieve = (walk_sieve){.program = program,
                        .machine = machine,
                        .level = level,
                        .arena = arena,
                        .line_shift = __builtin_ctz((unsigned)cache->line_bytes),
                        .sets = pme_cache_sets(cache),
                        .ways = cache->associativity,
                        .work_of_walk = INT64_MAX / 2,
                        .crew_team = -1};
  sieve->counter.limit = MOST_COUNTING;
  sieve->set_mask = sieve->sets & (sieve->sets - 1) ? 0 : sieve->sets - 1;
  pme_status status = allocate(sieve, arena);
  if (status != PME_OK)
    return status;
  find_teams(sieve);
  if ((status = sum_phases(sieve, program->root)) != PME_OK)
    return status;
  status = pme__walk_generator_create(program, arena, &sieve->skeleton);
  if (status == PME_OK)
    status = create_filters(sieve, cache->line_bytes);
  if (status == PME_OK) {
    sieve->work += sieve->set_filter->work + sieve->line_filter->work;
    *out = sieve;
  }
  return status;
}

/* References as a pass over all of them costs: from about a thousand on they do not stay in the cache of this machine.
 */
static int64_t weighed_references(const walk_sieve *sieve) {
  int64_t count = sieve->bundling.count;
  return count + count * count / REFERENCES_IN_CACHE;
}

void pme__walk_sieve_place(walk_sieve *sieve, const int64_t *group_bases) {
  for (int a = 0; a < sieve->program->array_count; a++) {
    const pme__tree_array *array = &sieve->program->arrays[a];
    sieve->bases[a] = array->base_bytes + (array->known ? 0 : group_bases[array->group]);
  }
  sieve->work += (int64_t)COST_PLACED * sieve->program->array_count;
}

static generator *thread_generator(walk_sieve *sieve, int thread) {
  if (!sieve->threads[thread]) {
    pme_status status = pme__walk_generator_create(sieve->program, sieve->arena, &sieve->threads[thread]);
    if (status != PME_OK)
      sieve->status = status;
  }
  return sieve->threads[thread];
}

const pme__loop_tree *pme__walk_sieve_program(const walk_sieve *sieve) { return sieve->program; }
const pme__walk_filter *pme__walk_sieve_filter(const walk_sieve *sieve) { return sieve->set_filter; }
const pme__walk_bundling *pme__walk_sieve_bundling(const walk_sieve *sieve) { return &sieve->bundling; }
const int64_t *pme__walk_sieve_bases(const walk_sieve *sieve) { return sieve->bases; }
int pme__walk_sieve_ways(const walk_sieve *sieve) { return sieve->ways; }
void pme__walk_charge(walk_sieve *sieve, int64_t work) { sieve->work += work; }
void pme__walk_limit(walk_sieve *sieve, int64_t work_of_walk) { sieve->work_of_walk = work_of_walk; }

/* ---- lines ---- */

int64_t pme__walk_address(const walk_sieve *sieve, const pme__walk_instance *instance) {
  const tree_reference *reference = &sieve->program->references[instance->reference];
  return sieve->bases[reference->array] + pme__tree_value(&reference->offset, instance->iterators) +
         instance->thread * reference->pitch_bytes;
}

void pme__walk_lines(const walk_sieve *sieve, const pme__walk_instance *instance, int64_t *first, int64_t *last) {
  int64_t address = pme__walk_address(sieve, instance);
  int64_t size = sieve->program->references[instance->reference].size_bytes;
  *first = address >> sieve->line_shift;
  *last = (address + size - 1) >> sieve->line_shift;
}

static int64_t set_of(const walk_sieve *sieve, int64_t line) {
  if (sieve->set_mask || sieve->sets == 1)
    return line & sieve->set_mask;
  int64_t set = line % sieve->sets;
  return set < 0 ? set + sieve->sets : set;
}

/* A line that was touched earlier; it counts against the target if `rival`. True: decided. */
static bool meet_line(walk_sieve *sieve, int64_t line, bool rival, pme__walk_verdict *verdict) {
  if (line == sieve->line) {
    *verdict = PME__WALK_HIT;
    return true;
  }
  if (!rival || set_of(sieve, line) != sieve->set)
    return false;
  for (int i = sieve->line_count - 1; i >= 0; i--)
    if (sieve->lines[i] == line)
      return false;
  sieve->lines[sieve->line_count++] = line;
  *verdict = PME__WALK_MISS;
  return sieve->line_count >= sieve->ways;
}

static bool is_rival(const walk_sieve *sieve, int thread) {
  return sieve->rivals == PME__WALK_RIVALS_ALL ||
         (sieve->rivals == PME__WALK_RIVALS_OWN && thread == sieve->target->thread);
}

/* Whether all threads of an aligned phase touch the same line at the same index through this reference. */
static bool is_common(const tree_node *phase, const tree_reference *reference) {
  return phase->aligned && reference->pitch_bytes == 0 &&
         (!phase->worksharing || pme__tree_coefficient(&reference->offset, phase->worksharing->depth) == 0);
}

static bool is_holder(const walk_sieve *sieve, int thread, int team) {
  return pme_machine_instance_of(sieve->holders, sieve->holders_level, thread, team) == sieve->holder;
}

static bool wants_bytes_of(const walk_sieve *sieve, const pme__walk_event *event) {
  int64_t from = pme__walk_address(sieve, sieve->target);
  int64_t to = from + sieve->program->references[sieve->target->reference].size_bytes;
  return event->address_bytes < to &&
         from < event->address_bytes + sieve->program->references[event->reference].size_bytes;
}

/* The line was touched. True: decided, HIT means held, MISS means taken. */
static bool meet_holder(walk_sieve *sieve, const pme__walk_event *event, pme__walk_verdict *verdict) {
  const tree_reference *reference = &sieve->program->references[event->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  int team = phase ? phase->threads : 1;
  bool by_all = phase && (event->thread == PME_NONE || is_common(phase, reference)) && !reference->one_thread;
  /* All in turn: the last thread's access is the latest. */
  int last = event->thread == PME_NONE ? event->last_thread : by_all ? team - 1 : event->thread;
  bool by_others = !is_holder(sieve, last, team);
  if (by_others && reference->is_write) {
    sieve->taken = true;
    *verdict = PME__WALK_MISS;
    return by_all || wants_bytes_of(sieve, event);
  }
  *verdict = PME__WALK_HIT;
  return by_all || !by_others;
}

static bool meet(walk_sieve *sieve, const pme__walk_event *event, pme__walk_verdict *verdict) {
  int64_t size = sieve->program->references[event->reference].size_bytes;
  int64_t first = event->address_bytes >> sieve->line_shift;
  int64_t last = (event->address_bytes + size - 1) >> sieve->line_shift;
  if (sieve->holders)
    return sieve->line >= first && sieve->line <= last && meet_holder(sieve, event, verdict);
  for (int64_t line = last; line >= first; line--)
    if (meet_line(sieve, line, is_rival(sieve, event->thread), verdict)) {
      sieve->toucher = event->reference;
      return true;
    }
  return false;
}

/* ---- starting generators ---- */

/* `thread` points into a list that outlives the walk, or is NULL for serial code. */
static void prepare(walk_sieve *sieve, generator *g, const pme__walk_filter *filter, const int *thread, bool indexed) {
  g->filter = filter;
  g->bases = sieve->bases;
  g->counter = &sieve->counter;
  g->work = &sieve->work;
  g->work_limit = sieve->work_limit;
  g->thread = thread ? *thread : 0;
  g->indexed = indexed;
  g->crew = (crew){thread ? 1 : 0, thread};
  g->worksharing = NULL;
  g->below_target = 0;
}

/* Threads whose lines do not count look for the target's line only. */
static const pme__walk_filter *filter_for(const walk_sieve *sieve, int thread) {
  return is_rival(sieve, thread) ? sieve->set_filter : sieve->line_filter;
}

/* All references at iterators 0 of the loops from `depth` on, and `iterators` before, under the filter of `thread`. */
static int make_entries(walk_sieve *sieve, const pme__walk_filter *filter, const int64_t *iterators, int depth,
                        int thread, const walk_entry *from, int count, walk_entry *to) {
  int64_t set = filter->one_line ? sieve->line : sieve->set;
  for (int i = 0; i < count; i++) {
    const tree_reference *reference = &sieve->program->references[from[i].reference];
    int64_t address = sieve->bases[reference->array] + reference->offset.constant + thread * reference->pitch_bytes;
    for (int d = 0; d < depth && d < reference->offset.depth; d++)
      address += reference->offset.coefficients[d] * iterators[d];
    to[i] = (walk_entry){.reference = from[i].reference,
                         .residue = pme__walk_residue(filter, from[i].reference, address, set)};
  }
  return count;
}

/* Entries of one thread of a phase; what is common is carried by the first thread of the crew. */
static int thread_entries(walk_sieve *sieve, const tree_node *phase, const crew *crew, int thread,
                          const int64_t *iterators, const walk_entry *from, int count) {
  walk_entry *to = sieve->phase_entries;
  bool own = sieve->rivals == PME__WALK_RIVALS_OWN;
  int kept = 0;
  for (int i = 0; i < count; i++) {
    int r = from[i].reference;
    bool carried = is_common(phase, &sieve->program->references[r]) && thread != crew->threads[0];
    /* Of an access of several lines another thread may touch the target's after the own one touched all of them. */
    if (own && (thread == sieve->target->thread || sieve->set_filter->bundles[r]->straddles))
      carried = false;
    if (!carried)
      to[kept++] = from[i];
  }
  return make_entries(sieve, filter_for(sieve, thread), iterators, phase->depth, thread, to, kept, to);
}

/* ---- merging the threads of a phase ---- */

static bool later(const runner *a, const runner *b) {
  return a->index > b->index || (a->index == b->index && a->g->thread > b->g->thread);
}

/* The runner whose access or frontier is the latest, and the second latest (NULL: none). */
static runner *latest_runner(walk_sieve *sieve, int count, runner **second) {
  runner *best = NULL;
  *second = NULL;
  for (int i = 0; i < count; i++) {
    runner *r = &sieve->runners[i];
    if (r->done)
      continue;
    if (!best || later(r, best)) {
      *second = best;
      best = r;
    } else if (!*second || later(r, *second)) {
      *second = r;
    }
  }
  sieve->work += (int64_t)COST_RUNNER * count;
  return best;
}

static void advance(runner *r, const runner *second) {
  int64_t stop = second ? second->index + (r->g->thread < second->g->thread) : INT64_MIN;
  pme__walk_step step = pme__walk_previous(r->g, stop, &r->event);
  r->ready = step == PME__WALK_STEP_EVENT;
  r->done = step == PME__WALK_STEP_END || step == PME__WALK_STEP_STOPPED;
  r->index = r->ready ? r->event.index : r->g->index - 1;
}

/* All that is left of a phase, of all threads of the crew, latest first. True: decided. */
static bool merge(walk_sieve *sieve, int count, pme__walk_verdict *verdict) {
  for (;;) {
    runner *second, *best = latest_runner(sieve, count, &second);
    if (!best || sieve->counter.exceeded || sieve->work > sieve->work_limit)
      return false;
    if (!best->ready) {
      advance(best, second);
      continue;
    }
    if (meet(sieve, &best->event, verdict))
      return true;
    best->ready = false;
    best->index--;
  }
}

static bool run_alone(walk_sieve *sieve, generator *g, pme__walk_verdict *verdict) {
  pme__walk_event event;
  while (pme__walk_previous(g, INT64_MIN, &event) == PME__WALK_STEP_EVENT)
    if (meet(sieve, &event, verdict))
      return true;
  return false;
}

/* ---- phases of a team ---- */

/* Whose lines count is asked thread by thread, which a team cannot answer where a thread has fewer iterations. */
static bool is_team(const walk_sieve *sieve, const tree_node *phase) {
  return sieve->teams[phase->reference_first].in_team && sieve->rivals != PME__WALK_RIVALS_OWN;
}

/* Where the threads of the crew are in the worksharing loop. */
static void place_members(generator *g, const int64_t *iterators) {
  pme__tree_range first = pme__tree_range_of(g->worksharing, iterators, g->crew.threads[0]);
  for (int i = 0; i < g->crew.count; i++) {
    pme__tree_range own = pme__tree_range_of(g->worksharing, iterators, g->crew.threads[i]);
    g->members[i] = (pme__walk_member){own.first - first.first, own.trips};
  }
  g->worksharing_first = first.first;
  g->worksharing_last = pme__tree_range_of(g->worksharing, iterators, PME_NONE).last;
}

/* The generator that follows the whole crew; `iterators` are those around the phase. */
static generator *team_generator(walk_sieve *sieve, const tree_node *phase, const crew *crew,
                                 const int64_t *iterators) {
  generator *g = thread_generator(sieve, crew->threads[0]);
  if (!g)
    return NULL;
  prepare(sieve, g, sieve->rivals == PME__WALK_RIVALS_NONE ? sieve->line_filter : sieve->set_filter, crew->threads,
          false);
  if (!pme__walk_generator_reserve(g, crew->count, sieve->arena)) {
    sieve->status = PME_NO_MEMORY;
    return NULL;
  }
  g->crew = *crew;
  g->worksharing = phase->worksharing;
  if (phase->worksharing)
    place_members(g, iterators);
  return g;
}

static int team_entries(walk_sieve *sieve, const tree_node *phase, const generator *g, const int64_t *iterators,
                        const walk_entry *from, int count) {
  return make_entries(sieve, g->filter, iterators, phase->depth, g->thread, from, count, sieve->phase_entries);
}

static bool whole_team_phase(walk_sieve *sieve, const tree_node *phase, const crew *crew, pme__walk_verdict *verdict) {
  const generator *skeleton = sieve->skeleton;
  generator *g = team_generator(sieve, phase, crew, skeleton->iterators);
  if (!g)
    return false;
  int count = team_entries(sieve, phase, g, skeleton->iterators, skeleton->phase_entries, skeleton->phase_entry_count);
  pme__walk_start_phase(g, phase, skeleton->iterators, sieve->phase_entries, count);
  return run_alone(sieve, g, verdict);
}

static bool own_team_phase(walk_sieve *sieve, const tree_node *phase, const crew *crew, pme__walk_verdict *verdict) {
  const tree_reference *reference = &sieve->program->references[sieve->target->reference];
  generator *g = team_generator(sieve, phase, crew, sieve->target->iterators);
  int64_t iterators[PME__TREE_MAX_LOOPS];
  if (!g)
    return false;
  int count = team_entries(sieve, phase, g, sieve->target->iterators, sieve->root_entries, sieve->bundling.count);
  memcpy(iterators, sieve->target->iterators, sizeof iterators);
  while (crew->threads[g->below_target] != sieve->target->thread)
    g->below_target++;
  if (phase->worksharing) /* the first thread's block in the same round */
    iterators[phase->worksharing->depth] -= g->members[g->below_target].lead;
  pme__walk_start_at(g, reference, iterators, reference->phase_level, reference->path_length, sieve->phase_entries,
                     count);
  g->below_target = 0;
  return run_alone(sieve, g, verdict);
}

/* ---- phases of threads that are not in step ---- */

static void add_runner(walk_sieve *sieve, int *count, generator *g) {
  sieve->runners[*count] = (runner){.g = g, .index = g->index - 1};
  ++*count;
}

/* A phase that lies wholly before the target. */
static bool whole_phase(walk_sieve *sieve, pme__walk_verdict *verdict) {
  const generator *skeleton = sieve->skeleton;
  const tree_node *phase = skeleton->phase;
  crew crew = crew_of(sieve, phase->threads);
  if (is_team(sieve, phase))
    return whole_team_phase(sieve, phase, &crew, verdict);
  int runners = 0;
  for (int i = 0; i < crew.count; i++) {
    int thread = crew.threads[i];
    generator *g = thread_generator(sieve, thread);
    if (!g)
      return false;
    int count = thread_entries(sieve, phase, &crew, thread, skeleton->iterators, skeleton->phase_entries,
                               skeleton->phase_entry_count);
    prepare(sieve, g, filter_for(sieve, thread), &crew.threads[i], crew.count > 1);
    pme__walk_start_phase(g, phase, skeleton->iterators, sieve->phase_entries, count);
    add_runner(sieve, &runners, g);
  }
  if (runners == 1)
    return run_alone(sieve, sieve->runners[0].g, verdict);
  return merge(sieve, runners, verdict);
}

/* The part of the target's own phase that lies before it. Threads below the target's have made their access of the same
 * index already. */
static bool own_phase(walk_sieve *sieve, pme__walk_verdict *verdict) {
  const pme__walk_instance *target = sieve->target;
  const tree_reference *reference = &sieve->program->references[target->reference];
  const tree_node *phase = pme__tree_phase_of(reference);
  crew crew = crew_of(sieve, phase->threads);
  generator *own = thread_generator(sieve, target->thread);
  if (!own)
    return false;
  if (target->thread != crew.threads[0] && is_common(phase, reference)) {
    bool taken = sieve->holders && reference->is_write && !is_holder(sieve, target->thread - 1, phase->threads);
    *verdict = taken ? PME__WALK_MISS : PME__WALK_HIT;
    sieve->toucher = target->reference;
    return true;
  }
  if (is_team(sieve, phase))
    return own_team_phase(sieve, phase, &crew, verdict);
  int runners = 0, roots = sieve->bundling.count;
  int count = thread_entries(sieve, phase, &crew, target->thread, target->iterators, sieve->root_entries, roots);
  prepare(sieve, own, filter_for(sieve, target->thread), &target->thread, crew.count > 1);
  pme__walk_start_at(own, reference, target->iterators, reference->phase_level, reference->path_length,
                     sieve->phase_entries, count);
  if (crew.count == 1)
    return run_alone(sieve, own, verdict);
  int64_t index = own->index;
  add_runner(sieve, &runners, own);
  for (int i = 0; i < crew.count; i++) {
    int thread = crew.threads[i];
    generator *g = thread_generator(sieve, thread);
    if (!g || thread == target->thread)
      continue;
    count = thread_entries(sieve, phase, &crew, thread, target->iterators, sieve->root_entries, roots);
    prepare(sieve, g, filter_for(sieve, thread), &crew.threads[i], true);
    pme__walk_seek(g, phase, target->iterators, index + (thread < target->thread), sieve->phase_entries, count);
    add_runner(sieve, &runners, g);
  }
  return merge(sieve, runners, verdict);
}

/* ---- the walk ---- */

/* References that the instance of the cache can see: serial code is thread 0's. */
static int visible_roots(walk_sieve *sieve) {
  bool serial = instance_of(sieve, 0, 1) == sieve->instance;
  int count = 0;
  for (int b = 0; b < sieve->bundling.count; b++) {
    int r = pme__walk_leader(&sieve->bundling, b);
    if (serial || sieve->program->references[r].phase_level >= 0)
      sieve->root_entries[count++] = (walk_entry){.reference = r};
  }
  return count;
}

/* From the target's place in the serial program (its phase, or itself) to the start. */
static bool run_skeleton(walk_sieve *sieve, pme__walk_verdict *verdict) {
  pme__walk_event event;
  for (;;) {
    pme__walk_step step = pme__walk_previous(sieve->skeleton, INT64_MIN, &event);
    if (step == PME__WALK_STEP_EVENT && meet(sieve, &event, verdict))
      return true;
    if (step == PME__WALK_STEP_PHASE && whole_phase(sieve, verdict))
      return true;
    if (step == PME__WALK_STEP_END || step == PME__WALK_STEP_STOPPED || sieve->status != PME_OK ||
        sieve->counter.exceeded)
      return false;
  }
}

static pme__walk_verdict walk(walk_sieve *sieve) {
  const pme__walk_instance *target = sieve->target;
  const tree_reference *reference = &sieve->program->references[target->reference];
  pme__walk_verdict verdict = PME__WALK_FIRST_TOUCH;
  int64_t first, last;
  pme__walk_lines(sieve, target, &first, &last);
  for (int64_t line = sieve->line - 1; line >= first; line--) /* earlier lines of the access itself */
    if (meet_line(sieve, line, is_rival(sieve, target->thread), &verdict))
      return verdict;
  bool in_phase = reference->phase_level >= 0;
  int roots = visible_roots(sieve);
  /* Phases are met where any thread may touch the set, whoever's lines count. */
  const pme__walk_filter *filter = sieve->rivals == PME__WALK_RIVALS_NONE ? sieve->line_filter : sieve->set_filter;
  make_entries(sieve, filter, target->iterators, 0, 0, sieve->root_entries, roots, sieve->root_entries);
  prepare(sieve, sieve->skeleton, filter, NULL, false);
  pme__walk_start_at(sieve->skeleton, reference, target->iterators, 0,
                     in_phase ? reference->phase_level : reference->path_length, sieve->root_entries, roots);
  if (in_phase) {
    for (int b = 0; b < sieve->bundling.count; b++)
      sieve->root_entries[b] = (walk_entry){.reference = pme__walk_leader(&sieve->bundling, b)};
    if (own_phase(sieve, &verdict))
      return verdict;
  }
  if (sieve->work <= sieve->work_limit && run_skeleton(sieve, &verdict))
    return verdict;
  return sieve->work > sieve->work_limit ? PME__WALK_UNDECIDED : PME__WALK_FIRST_TOUCH;
}

static pme__walk_verdict decide(walk_sieve *sieve, const pme__walk_instance *instance, int64_t line,
                                pme__walk_rivals rivals, int64_t limit) {
  const tree_node *phase = pme__tree_phase_of(&sieve->program->references[instance->reference]);
  sieve->target = instance;
  sieve->line = line;
  sieve->set = set_of(sieve, line);
  sieve->instance = instance_of(sieve, instance->thread, phase ? phase->threads : 1);
  sieve->rivals = rivals;
  sieve->line_count = 0;
  sieve->work += COST_WALK + COST_REFERENCE * weighed_references(sieve);
  sieve->work_limit = sieve->work + limit;
  pme__walk_verdict verdict = walk(sieve);
  sieve->work += COST_SUMMAND * sieve->counter.work;
  sieve->counter.work = 0;
  return verdict;
}

pme__walk_verdict pme__walk_decide_near(walk_sieve *sieve, const pme__walk_instance *instance, int64_t line) {
  const tree_node *phase = pme__tree_phase_of(&sieve->program->references[instance->reference]);
  int team = phase ? phase->threads : 1;
  sieve->instance = instance_of(sieve, instance->thread, team);
  pme__walk_glance g = {.program = sieve->program,
                        .bases = sieve->bases,
                        .crew = crew_of(sieve, team),
                        .line_shift = sieve->line_shift,
                        .sets = sieve->sets,
                        .set_mask = sieve->set_mask,
                        .ways = sieve->ways,
                        .target = instance,
                        .line = line,
                        .set = set_of(sieve, line),
                        .lines = sieve->lines};
  pme__walk_verdict verdict = pme__walk_glance_back(&g);
  sieve->work += g.work;
  sieve->toucher = g.toucher;
  return verdict;
}

/* Where the cache holds all that a program touches, walks towards a first touch go back to the start of the program.
 * Those that look for the line alone get there fast: they go first where the one before was a first touch. */
pme__walk_verdict pme__walk_decide_far(walk_sieve *sieve, const pme__walk_instance *instance, int64_t line) {
  int64_t limit = sieve->work_of_walk, first_limit = limit < LONG_WALK ? limit : LONG_WALK;
  bool *is_first = &sieve->was_first[instance->reference], asked = *is_first;
  if (asked && decide(sieve, instance, line, PME__WALK_RIVALS_NONE, limit) == PME__WALK_FIRST_TOUCH)
    return PME__WALK_FIRST_TOUCH;
  pme__walk_verdict verdict = decide(sieve, instance, line, PME__WALK_RIVALS_ALL, first_limit);
  if (verdict == PME__WALK_UNDECIDED && limit > LONG_WALK) {
    if (!asked && decide(sieve, instance, line, PME__WALK_RIVALS_NONE, limit) == PME__WALK_FIRST_TOUCH)
      verdict = PME__WALK_FIRST_TOUCH;
    else
      verdict = decide(sieve, instance, line, PME__WALK_RIVALS_ALL, limit);
  }
  *is_first = verdict == PME__WALK_FIRST_TOUCH;
  return verdict;
}

pme__walk_verdict pme__walk_decide(walk_sieve *sieve, const pme__walk_instance *instance, int64_t line,
                                   pme__walk_rivals rivals) {
  if (rivals != PME__WALK_RIVALS_ALL)
    return decide(sieve, instance, line, rivals, sieve->work_of_walk);
  pme__walk_verdict verdict = pme__walk_decide_near(sieve, instance, line);
  return verdict == PME__WALK_UNDECIDED ? pme__walk_decide_far(sieve, instance, line) : verdict;
}

/* How far the iterations of a thread are from those of thread 0. */
static int64_t lead_of(const tree_node *worksharing, const int64_t *iterators, int thread) {
  return pme__tree_range_of(worksharing, iterators, thread).first - pme__tree_range_of(worksharing, iterators, 0).first;
}

pme__walk_holding pme__walk_hold(walk_sieve *sieve, const pme_machine *machine, int level,
                                 const pme__walk_instance *instance, int64_t line) {
  const tree_node *phase = pme__tree_phase_of(&sieve->program->references[instance->reference]);
  sieve->holders = machine;
  sieve->holders_level = level;
  sieve->holder = pme_machine_instance_of(machine, level, instance->thread, phase ? phase->threads : 1);
  sieve->taken = false;
  /* Reads by all threads at the same index take nothing away: what the first one finds, the others find. */
  pme__walk_instance first = *instance;
  bool by_all = phase && is_common(phase, &sieve->program->references[instance->reference]);
  if (by_all && !sieve->program->references[instance->reference].is_write) {
    if (phase->worksharing)
      first.iterators[phase->worksharing->depth] -= lead_of(phase->worksharing, instance->iterators, instance->thread);
    first.thread = 0;
  }
  pme__walk_verdict verdict = decide(sieve, &first, line, PME__WALK_RIVALS_NONE, sieve->work_of_walk);
  sieve->holders = NULL;
  if (verdict == PME__WALK_MISS)
    return PME__WALK_LOST;
  if (sieve->taken)
    return PME__WALK_LOST_FALSELY;
  return verdict == PME__WALK_UNDECIDED ? PME__WALK_HOLDING_UNKNOWN : PME__WALK_HELD;
}

int pme__walk_toucher(const walk_sieve *sieve) { return sieve->toucher; }

bool pme__walk_is_shared(const walk_sieve *sieve) { return sieve->is_shared; }

int64_t pme__walk_work(const walk_sieve *sieve) { return sieve->work; }

pme_status pme__walk_sieve_status(const walk_sieve *sieve) {
  if (sieve->status != PME_OK)
    return sieve->status;
  return sieve->counter.exceeded ? PME_OVER_BUDGET : PME_OK;
}
