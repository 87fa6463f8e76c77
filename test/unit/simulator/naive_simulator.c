#include "test/unit/simulator/naive_simulator.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_DEPTH = 16, MAX_THREADS = 64 };

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
    naive_issue(n, 0, id, e.address, e.size);
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
  naive_issue(t->n, u, e->node, e->address, e->size);
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

naive *naive_run(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options) {
  naive *n = naive_create(concrete, machine, options);
  int64_t iterators[MAX_DEPTH] = {0};
  expand(n, pme_program_first_node(pme_concrete_program(concrete)), iterators, 0, SERIAL, NULL);
  return n;
}
