/* The simulator against a second one, written for plainness: it lists the accesses of every thread, looks lines up in
 * sets ordered by time stamps, and knows no runs, rows, batches or histories. Random programs, equality of every count.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/property/random_program.h"

enum { MAX_REFERENCES = 512, MAX_DEPTH = 16, MAX_THREADS = 64 };

/* ---- a list of anything ---- */

typedef struct list {
  void *items;
  size_t count, capacity, item_bytes;
} list;

static void *list_add(list *l) {
  if (l->count == l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 16;
    l->items = realloc(l->items, l->capacity * l->item_bytes);
    assert_non_null(l->items);
  }
  return memset((char *)l->items + l->count++ * l->item_bytes, 0, l->item_bytes);
}

static void *list_at(const list *l, size_t at) { return (char *)l->items + at * l->item_bytes; }

static void list_free(list *l) {
  free(l->items);
  l->items = NULL;
  l->count = l->capacity = 0;
}

/* ---- caches ---- */

typedef struct line_state {
  bool seen, inside;
  uint64_t line, time;
  int instance, evictor;
  bool invalidated;
  bool shadow_inside; /* if nothing were invalidated */
  uint64_t shadow_time;
  int shadow_evictor;
  uint64_t written; /* by others since the invalidation: bit b is the b-th 64th of the line, at least a byte */
} line_state;

typedef struct counts {
  double accesses, cold, self, other, coherence, false_sharing;
} counts;

typedef struct loop_counts {
  double executions, iterations;
} loop_counts;

enum { TABLE_SIZE = 1 << 17 };

typedef struct naive {
  const pme_concrete *concrete;
  const pme_machine *machine;
  bool filtered, coherence;
  uint64_t address, size;            /* of the access of the program that is under way */
  line_state *lines[PME_MAX_LEVELS]; /* open addressing by (instance, line) */
  line_state **sets[PME_MAX_LEVELS]; /* ways pointers for each set of each instance */
  line_state **shadow_sets[PME_MAX_LEVELS];
  uint64_t now;
  counts counts[MAX_REFERENCES][PME_MAX_LEVELS]; /* by node */
  loop_counts loops[MAX_REFERENCES];
  int team; /* present team size */
} naive;

static line_state *state_of(naive *n, int level, int instance, uint64_t line) {
  size_t at = (size_t)(line * 31 + (uint64_t)instance * 7919) % TABLE_SIZE;
  for (;; at = (at + 1) % TABLE_SIZE) {
    line_state *s = &n->lines[level][at];
    if (s->seen && (s->line != line || s->instance != instance))
      continue;
    if (!s->seen)
      s->evictor = -1;
    s->line = line;
    s->instance = instance;
    return s;
  }
}

/* An empty way, or the one used longest ago. */
static line_state **victim_way(line_state **set, int ways) {
  line_state **oldest = set;
  for (int w = 0; w < ways; w++) {
    if (!set[w])
      return &set[w];
    if (set[w]->time < (*oldest)->time)
      oldest = &set[w];
  }
  return oldest;
}

/* The 64ths of a line that the access under way touches, byte by byte. */
static uint64_t touched_parts(const naive *n, int level, uint64_t line) {
  uint64_t line_bytes = (uint64_t)n->machine->levels[level].line_bytes, parts = 0;
  uint64_t part_bytes = line_bytes > 64 ? line_bytes / 64 : 1;
  for (uint64_t byte = n->address; byte < n->address + n->size; byte++)
    if (byte / line_bytes == line)
      parts |= UINT64_C(1) << byte % line_bytes / part_bytes;
  return parts;
}

static int64_t set_index(const naive *n, int level, int instance, uint64_t line) {
  int64_t sets = pme_cache_sets(&n->machine->levels[level]);
  int64_t set = (int64_t)instance * sets + (int64_t)(line % (uint64_t)sets);
  return set * n->machine->levels[level].associativity;
}

static line_state **set_of(const naive *n, int level, int instance, uint64_t line) {
  return n->sets[level] + set_index(n, level, instance, line);
}

/* The same access to the caches that lose nothing to writes. */
static void shadow_line(naive *n, int level, int thread, uint64_t line) {
  int instance = pme_machine_instance_of(n->machine, level, thread, n->team);
  line_state *state = state_of(n, level, instance, line);
  line_state **set = n->shadow_sets[level] + set_index(n, level, instance, line), **oldest = set;
  state->shadow_time = ++n->now;
  if (state->shadow_inside)
    return;
  for (int w = 0; w < n->machine->levels[level].associativity && *oldest; w++)
    if (!set[w] || set[w]->shadow_time < (*oldest)->shadow_time)
      oldest = &set[w];
  if (*oldest) {
    (*oldest)->shadow_inside = false;
    (*oldest)->shadow_evictor = thread;
  }
  *oldest = state;
  state->shadow_inside = true;
}

static void invalidate_line(naive *n, int level, int instance, uint64_t line) {
  line_state *state = state_of(n, level, instance, line);
  line_state **set = set_of(n, level, instance, line);
  if (!state->inside && !state->invalidated)
    return;
  for (int w = 0; state->inside && w < n->machine->levels[level].associativity; w++)
    if (set[w] == state)
      set[w] = NULL;
  state->inside = false;
  state->written = (state->invalidated ? state->written : 0) | touched_parts(n, level, line);
  state->invalidated = true;
}

static void invalidate_others(naive *n, int level, int thread) {
  int own = pme_machine_instance_of(n->machine, level, thread, n->team);
  uint64_t line_bytes = (uint64_t)n->machine->levels[level].line_bytes;
  for (uint64_t line = n->address / line_bytes; line <= (n->address + n->size - 1) / line_bytes; line++)
    for (int instance = 0; instance < n->machine->cores; instance++)
      if (instance != own)
        invalidate_line(n, level, instance, line);
}

static void access_level(naive *n, int level, int thread, int node, uint64_t address, uint64_t size);

static void count_miss(naive *n, int level, int thread, int node, const line_state *state) {
  counts *c = &n->counts[node][level];
  bool coherence = state->invalidated && state->shadow_inside;
  int evictor = state->invalidated ? state->shadow_evictor : state->evictor;
  if (!state->seen)
    c->cold++;
  else if (coherence)
    c->coherence++;
  else if (evictor == thread)
    c->self++;
  else
    c->other++;
  if (coherence && !(state->written & touched_parts(n, level, state->line)))
    c->false_sharing++;
}

static void access_line(naive *n, int level, int thread, int node, uint64_t line) {
  const pme_cache_level *shape = &n->machine->levels[level];
  int instance = pme_machine_instance_of(n->machine, level, thread, n->team);
  line_state *state = state_of(n, level, instance, line);
  state->time = ++n->now;
  if (state->inside)
    return;
  count_miss(n, level, thread, node, state);
  state->invalidated = false;
  line_state **way = victim_way(set_of(n, level, instance, line), shape->associativity);
  if (*way) {
    (*way)->inside = false;
    (*way)->evictor = thread;
  }
  *way = state;
  state->seen = state->inside = true;
  if (n->filtered && level + 1 < n->machine->level_count)
    access_level(n, level + 1, thread, node, line * (uint64_t)shape->line_bytes, (uint64_t)shape->line_bytes);
}

static void access_level(naive *n, int level, int thread, int node, uint64_t address, uint64_t size) {
  uint64_t line_bytes = (uint64_t)n->machine->levels[level].line_bytes;
  n->counts[node][level].accesses++;
  for (uint64_t line = address / line_bytes; line <= (address + size - 1) / line_bytes; line++)
    access_line(n, level, thread, node, line);
  for (uint64_t line = address / line_bytes; n->coherence && line <= (address + size - 1) / line_bytes; line++)
    shadow_line(n, level, thread, line);
}

static void issue(naive *n, int thread, int node, uint64_t address, uint64_t size) {
  n->address = address;
  n->size = size;
  for (int l = 0; l < (n->filtered ? 1 : n->machine->level_count); l++)
    access_level(n, l, thread, node, address, size);
  bool is_write = pme_concrete_node_at(n->concrete, node)->u.access.is_write;
  for (int l = 0; n->coherence && is_write && l < n->machine->level_count; l++)
    invalidate_others(n, l, thread);
}

/* ---- what a thread does, written out ---- */

typedef enum event_kind { ACCESS, BARRIER, SHARED } event_kind;

typedef struct event {
  event_kind kind;
  int node;
  uint64_t address, size;
  int64_t iterators[MAX_DEPTH]; /* SHARED */
} event;

/* Where a list of nodes is expanded: what the nodes mean depends on it. */
typedef enum place { SERIAL, TEAM, ALONE } place;

static const pme_concrete_node *node_at(const naive *n, int id) { return pme_concrete_node_at(n->concrete, id); }

static uint64_t address_of(const naive *n, const pme_concrete_access *a, const int64_t *iterators, int thread) {
  const pme_concrete_array *array = pme_concrete_array_at(n->concrete, a->array);
  assert_true(array->has_base);
  uint64_t distance = array->is_private ? (uint64_t)(array->size_bytes + 4095) / 4096 * 4096 + 4096 : 0;
  distance += (uint64_t)a->thread_bytes;
  return array->base_bytes + distance * (uint64_t)thread + (uint64_t)pme_affine_value(&a->offset_bytes, iterators);
}

static void loop_range(const pme_concrete_loop *loop, const int64_t *iterators, int64_t *first, int64_t *last) {
  int sign = loop->step > 0 ? 1 : -1;
  *first = pme_affine_value(&loop->firsts[0], iterators);
  *last = pme_affine_value(&loop->lasts[0], iterators);
  for (int i = 1; i < loop->first_count; i++) {
    int64_t value = pme_affine_value(&loop->firsts[i], iterators);
    if (sign * value > sign * *first)
      *first = value;
  }
  for (int i = 1; i < loop->last_count; i++) {
    int64_t value = pme_affine_value(&loop->lasts[i], iterators);
    if (sign * value < sign * *last)
      *last = value;
  }
}

static bool goes_on(int64_t value, int64_t last, int64_t step) { return step > 0 ? value <= last : value >= last; }

static bool guard_holds(const pme_concrete_guard *guard, const int64_t *iterators, int thread) {
  for (int c = 0; c < guard->condition_count; c++)
    if (pme_affine_value(&guard->conditions[c], iterators) < 0)
      return false;
  return !guard->one_thread || thread == 0;
}

static void expand(naive *n, int id, int64_t *iterators, int thread, place where, list *events);
static void run_team(naive *n, int root, bool is_loop, int threads, const int64_t *iterators);

static void expand_loop(naive *n, int id, int64_t *iterators, int thread, place where, list *events) {
  const pme_concrete_loop *loop = &node_at(n, id)->u.loop;
  int64_t first, last;
  loop_range(loop, iterators, &first, &last);
  n->loops[id].executions++;
  for (int64_t value = first; goes_on(value, last, loop->step); value += loop->step) {
    n->loops[id].iterations++;
    iterators[loop->depth] = value;
    expand(n, node_at(n, id)->first_child, iterators, thread, where, events);
  }
}

static void expand_parallel(naive *n, int id, int64_t *iterators, int thread, place where, list *events) {
  const pme_concrete_loop *loop = &node_at(n, id)->u.loop;
  if (where == ALONE) {
    expand_loop(n, id, iterators, thread, ALONE, events);
  } else if (where == SERIAL) {
    run_team(n, id, true, loop->threads, iterators);
  } else {
    event *shared = list_add(events);
    shared->kind = SHARED;
    shared->node = id;
    memcpy(shared->iterators, iterators, sizeof shared->iterators);
    if (!loop->nowait)
      ((event *)list_add(events))->kind = BARRIER;
  }
}

static void expand_access(naive *n, int id, const int64_t *iterators, int thread, place where, list *events) {
  const pme_concrete_access *a = &node_at(n, id)->u.access;
  event e = {.kind = ACCESS, .node = id, .size = (uint64_t)a->size_bytes};
  e.address = address_of(n, a, iterators, thread);
  if (where == SERIAL)
    issue(n, 0, id, e.address, e.size);
  else
    *(event *)list_add(events) = e;
}

static void expand(naive *n, int id, int64_t *iterators, int thread, place where, list *events) {
  for (; id != PME_NONE; id = node_at(n, id)->next_sibling) {
    const pme_concrete_node *node = node_at(n, id);
    place inside = where;
    if (node->kind == PME_NODE_ACCESS)
      expand_access(n, id, iterators, thread, where, events);
    else if (node->kind == PME_NODE_LOOP && node->u.loop.parallel)
      expand_parallel(n, id, iterators, thread, where, events);
    else if (node->kind == PME_NODE_LOOP)
      expand_loop(n, id, iterators, thread, where, events);
    else if (node->kind == PME_NODE_REGION && where == SERIAL)
      run_team(n, node->first_child, false, node->u.region.threads, iterators);
    else if (node->kind == PME_NODE_REGION)
      expand(n, node->first_child, iterators, thread, ALONE, events);
    else if (guard_holds(&node->u.guard, iterators, thread)) {
      if (node->u.guard.one_thread && where == TEAM)
        inside = ALONE;
      expand(n, node->first_child, iterators, thread, inside, events);
    }
  }
}

/* ---- worksharing ---- */

typedef struct tuple {
  int64_t iterators[MAX_DEPTH];
} tuple;

typedef struct shared_loop {
  list tuples; /* all logical iterations */
  size_t next;
} shared_loop;

typedef struct thread_state {
  list events, chunk;
  size_t event_at, chunk_at;
  bool in_loop;
  size_t loop; /* encounter number */
  size_t loops_entered, chunks_taken;
  bool waiting, finished;
} thread_state;

typedef struct team {
  naive *n;
  int threads;
  thread_state states[MAX_THREADS];
  list loops; /* shared_loop by encounter */
} team;

static int body_of(const naive *n, int id, int collapse) {
  for (; collapse > 1; collapse--)
    id = node_at(n, id)->first_child;
  return node_at(n, id)->first_child;
}

static void list_tuples(naive *n, int id, int collapse, int64_t *iterators, list *tuples) {
  if (collapse == 0) {
    memcpy(((tuple *)list_add(tuples))->iterators, iterators, sizeof(tuple));
    return;
  }
  const pme_concrete_loop *loop = &node_at(n, id)->u.loop;
  int64_t first, last;
  loop_range(loop, iterators, &first, &last);
  n->loops[id].executions++;
  for (int64_t value = first; goes_on(value, last, loop->step); value += loop->step) {
    n->loops[id].iterations++;
    iterators[loop->depth] = value;
    list_tuples(n, node_at(n, id)->first_child, collapse - 1, iterators, tuples);
  }
}

/* The first thread that meets a loop lists its iterations. */
static void enter_loop(team *t, thread_state *s, const event *e) {
  s->in_loop = true;
  s->loop = s->loops_entered++;
  s->chunks_taken = 0;
  if (s->loop < t->loops.count)
    return;
  shared_loop *loop = list_add(&t->loops);
  loop->tuples.item_bytes = sizeof(tuple);
  tuple start;
  memcpy(start.iterators, e->iterators, sizeof start);
  list_tuples(t->n, e->node, node_at(t->n, e->node)->u.loop.collapse, start.iterators, &loop->tuples);
}

/* Logical iterations [*from, *to) of the next chunk of thread u. */
static bool next_chunk(team *t, int u, const pme_concrete_loop *loop, size_t *from, size_t *to) {
  thread_state *s = &t->states[u];
  shared_loop *shared = list_at(&t->loops, s->loop);
  size_t all = shared->tuples.count, threads = (size_t)t->threads, chunk = (size_t)loop->chunk;
  if (loop->schedule == PME_SCHEDULE_STATIC && chunk == 0) {
    *from = all;
    for (int v = 0; s->chunks_taken == 0 && v <= u; v++) { /* everybody takes a fair part of what is left */
      *from = v == 0 ? 0 : *from + chunk;
      chunk = (all - *from + threads - (size_t)v - 1) / (threads - (size_t)v);
    }
  } else if (loop->schedule == PME_SCHEDULE_STATIC) {
    *from = (s->chunks_taken * threads + (size_t)u) * chunk;
  } else {
    chunk = chunk ? chunk : 1;
    size_t share = (all - shared->next + threads - 1) / threads;
    if (loop->schedule == PME_SCHEDULE_GUIDED && share > chunk)
      chunk = share;
    *from = shared->next;
    shared->next = *from + chunk < all ? *from + chunk : all;
  }
  s->chunks_taken++;
  *to = *from + chunk < all ? *from + chunk : all;
  return *from < all;
}

static void expand_chunk(team *t, int u, const event *e, size_t from, size_t to) {
  thread_state *s = &t->states[u];
  shared_loop *shared = list_at(&t->loops, s->loop);
  const pme_concrete_loop *loop = &node_at(t->n, e->node)->u.loop;
  s->chunk.count = s->chunk_at = 0;
  for (size_t k = from; k < to; k++) {
    tuple here = *(tuple *)list_at(&shared->tuples, k);
    expand(t->n, body_of(t->n, e->node, loop->collapse), here.iterators, u, ALONE, &s->chunk);
  }
}

/* ---- lock step ---- */

static bool issue_event(team *t, int u, const event *e) {
  issue(t->n, u, e->node, e->address, e->size);
  return true;
}

/* The turn of thread u: issues its next access, or is silent (false). */
static bool turn(team *t, int u) {
  thread_state *s = &t->states[u];
  for (;;) {
    if (s->chunk_at < s->chunk.count)
      return issue_event(t, u, list_at(&s->chunk, s->chunk_at++));
    if (s->event_at == s->events.count) {
      s->finished = true;
      return false;
    }
    const event *e = list_at(&s->events, s->event_at);
    if (e->kind == ACCESS) {
      s->event_at++;
      return issue_event(t, u, e);
    }
    if (e->kind == BARRIER) {
      s->waiting = true;
      return false;
    }
    size_t from, to;
    if (!s->in_loop)
      enter_loop(t, s, e);
    if (next_chunk(t, u, &node_at(t->n, e->node)->u.loop, &from, &to)) {
      expand_chunk(t, u, e, from, to);
    } else {
      s->in_loop = false;
      s->event_at++;
    }
  }
}

static bool play_round(team *t) {
  bool issued = false;
  for (int u = 0; u < t->threads; u++)
    if (!t->states[u].waiting && !t->states[u].finished)
      issued |= turn(t, u);
  return issued;
}

static bool open_barrier(team *t) {
  bool any = false;
  for (int u = 0; u < t->threads; u++) {
    if (!t->states[u].waiting)
      continue;
    t->states[u].waiting = false;
    t->states[u].event_at++;
    any = true;
  }
  return any;
}

static void free_team(team *t) {
  for (int u = 0; u < t->threads; u++) {
    list_free(&t->states[u].events);
    list_free(&t->states[u].chunk);
  }
  for (size_t l = 0; l < t->loops.count; l++)
    list_free(&((shared_loop *)list_at(&t->loops, l))->tuples);
  list_free(&t->loops);
}

/* `root` is the first node of a region, or a parallel loop that is a region of its own. */
static void run_team(naive *n, int root, bool is_loop, int threads, const int64_t *iterators) {
  team t = {.n = n, .threads = threads, .loops.item_bytes = sizeof(shared_loop)};
  assert_in_range(threads, 1, MAX_THREADS);
  n->team = threads;
  for (int u = 0; u < threads; u++) {
    thread_state *s = &t.states[u];
    int64_t own[MAX_DEPTH];
    memcpy(own, iterators, sizeof own);
    s->events.item_bytes = s->chunk.item_bytes = sizeof(event);
    if (is_loop)
      expand_parallel(n, root, own, u, TEAM, &s->events);
    else
      expand(n, root, own, u, TEAM, &s->events);
  }
  do {
    while (play_round(&t))
      ;
  } while (open_barrier(&t));
  n->team = 1;
  free_team(&t);
}

/* ---- the whole ---- */

static naive *naive_run(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options) {
  naive *n = calloc(1, sizeof *n);
  assert_non_null(n);
  n->concrete = concrete;
  n->machine = machine;
  n->filtered = options->levels == PME_LEVELS_FILTERED;
  n->coherence = options->coherence;
  n->team = 1;
  for (int l = 0; l < machine->level_count; l++) {
    size_t lines = (size_t)(pme_cache_sets(&machine->levels[l]) * machine->levels[l].associativity);
    n->lines[l] = calloc(TABLE_SIZE, sizeof *n->lines[l]);
    n->sets[l] = calloc(lines * (size_t)machine->cores, sizeof *n->sets[l]);
    n->shadow_sets[l] = calloc(lines * (size_t)machine->cores, sizeof *n->shadow_sets[l]);
    assert_true(n->lines[l] && n->sets[l] && n->shadow_sets[l]);
  }
  int64_t iterators[MAX_DEPTH] = {0};
  expand(n, pme_program_first_node(pme_concrete_program(concrete)), iterators, 0, SERIAL, NULL);
  return n;
}

static void naive_free(naive *n) {
  for (int l = 0; l < n->machine->level_count; l++) {
    free(n->lines[l]);
    free(n->sets[l]);
    free(n->shadow_sets[l]);
  }
  free(n);
}

static void compare(uint64_t seed, const random_program *text, const naive *n, const pme_prediction *p) {
  for (int r = 0; r < p->reference_count; r++) {
    for (int l = 0; l < p->level_count; l++) {
      const counts *a = &n->counts[p->references[r].node][l];
      const pme_misses *b = &p->references[r].levels[l];
      if (a->accesses != b->accesses || a->cold != b->cold || a->self != b->self || a->other != b->other_threads ||
          a->coherence != b->coherence || a->false_sharing != b->false_sharing)
        fail_msg("seed %llu node %d level %d: naive %.0f: %.0f %.0f %.0f %.0f %.0f, "
                 "simulator %.0f: %.0f %.0f %.0f %.0f %.0f\n%s# %s\n",
                 (unsigned long long)seed, p->references[r].node, l, a->accesses, a->cold, a->self, a->other,
                 a->coherence, a->false_sharing, b->accesses, b->cold, b->self, b->other_threads, b->coherence,
                 b->false_sharing, text->program, text->machine);
    }
  }
  for (int i = 0; i < p->loop_count; i++) {
    const pme_loop_prediction *row = &p->loops[i];
    const loop_counts *c = &n->loops[row->node];
    double trips = c->executions > 0 ? c->iterations / c->executions : 0;
    if (row->executions >= 0 && (row->executions != c->executions || row->trip_count != trips))
      fail_msg("seed %llu loop %d: naive %.0f x %g, simulator %.0f x %g\n%s", (unsigned long long)seed, row->node,
               c->executions, trips, row->executions, row->trip_count, text->program);
  }
}

/* Adds the totals of all levels to `sum`. */
static void check_one(uint64_t seed, const random_knobs *knobs, bool coherence, pme_misses *sum) {
  static random_program text;
  random_program_make(seed, knobs, &text);
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_prediction *prediction;
  pme_error error = {0};
  if (pme_program_read(text.program, strlen(text.program), &program, &error) != PME_OK ||
      pme_machine_read(text.machine, strlen(text.machine), &machine, &error) != PME_OK)
    fail_msg("seed %llu: %d:%d %s\n%s# %s", (unsigned long long)seed, error.line, error.column, error.message,
             text.program, text.machine);
  assert_in_range(pme_program_node_count(program), 1, MAX_REFERENCES);
  pme_what_if what_if = {0};
  assert_int_equal(pme_concrete_create(program, &what_if, &concrete, &error), PME_OK);
  pme_arena *arena = pme_arena_create();
  pme_simulate_options options = {.levels = seed % 3 == 0 ? PME_LEVELS_FILTERED : PME_LEVELS_DIRECT,
                                  .coherence = coherence};
  if (pme_simulate(concrete, &machine, &options, arena, &prediction, &error) != PME_OK)
    fail_msg("seed %llu: %s\n%s", (unsigned long long)seed, error.message, text.program);
  naive *n = naive_run(concrete, &machine, &options);
  compare(seed, &text, n, prediction);
  for (int l = 0; l < prediction->level_count; l++) {
    sum->accesses += l == 0 ? prediction->levels[l].accesses : 0;
    sum->coherence += prediction->levels[l].coherence;
    sum->false_sharing += prediction->levels[l].false_sharing;
  }
  naive_free(n);
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* More with PMECACHE_TEST_PROGRAMS=N in the environment. */
static uint64_t program_count(uint64_t usual) {
  const char *text = getenv("PMECACHE_TEST_PROGRAMS");
  return text ? strtoull(text, NULL, 10) : usual;
}

static pme_misses check_many(const random_knobs *knobs, bool coherence, uint64_t count) {
  pme_misses sum = {0};
  for (uint64_t seed = 1; seed <= count; seed++)
    check_one(seed, knobs, coherence, &sum);
  print_message("%llu programs, %.0f accesses, %.0f coherence misses (%.0f by false sharing)\n",
                (unsigned long long)count, sum.accesses, sum.coherence, sum.false_sharing);
  return sum;
}

static void test_general(void **state) {
  (void)state;
  check_many(&(random_knobs){.profile = RANDOM_GENERAL, .with_bases = true}, false, program_count(1500));
}

static void test_rectangular(void **state) {
  (void)state;
  check_many(&(random_knobs){.profile = RANDOM_RECTANGULAR, .with_bases = true}, false, program_count(150));
}

static void test_coherence(void **state) {
  (void)state;
  random_knobs general = {.profile = RANDOM_GENERAL, .with_bases = true};
  random_knobs rectangular = {.profile = RANDOM_RECTANGULAR, .with_bases = true};
  random_knobs by_thread = {.profile = RANDOM_GENERAL, .with_bases = true, .with_thread_numbers = true};
  pme_misses sums[] = {check_many(&general, true, program_count(700)),
                       check_many(&rectangular, true, program_count(100)),
                       check_many(&by_thread, true, program_count(300))};
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) /* both kinds occur often */
    assert_true(sums[i].false_sharing > 100 && sums[i].coherence > sums[i].false_sharing + 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_general), cmocka_unit_test(test_rectangular),
                                     cmocka_unit_test(test_coherence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
