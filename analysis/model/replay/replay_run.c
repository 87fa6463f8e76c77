/* The loop tree as a program: lists of accesses, chunks that are given out, and turns. */
#include "replay_run.h"

#include <string.h>

#include "analysis/model/hierarchy/hierarchy.h"
#include "pmecache/arena.h"

/* Iterations for each access that may be run without one. */
static const int64_t MOST_IDLE = 30;
enum { FIRST_ROOM = 1024 };

/* An access, without what the thread adds to its address; reference < 0: here chunks of deal -1 - reference are asked
 * for. */
typedef struct issued {
  int reference;
  int64_t address;
} issued;

/* One execution of a dynamic or guided loop by the team: chunk c is list[starts[c]] .. list[starts[c + 1] - 1]. */
typedef struct deal {
  const pme__tree_node *loop;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  int64_t first_chunk, chunks, given;
} deal;

/* Where a thread is in the list: inside a chunk it comes back to `after` .. `after_end`. */
typedef struct cursor {
  int64_t at, end, after, after_end;
  int deal; /* PME_NONE: in none */
} cursor;

struct pme__replay_run {
  const pme__loop_tree *program;
  pme__replay_setup setup;
  pme__replay_caches *caches;
  pme__hierarchy *hierarchy; /* in their place; NULL: levels apart */
  const int64_t *group_bases;
  pme__replay_tally tally;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  issued *list; /* of the phase that is run */
  int64_t listed, room;
  deal *deals; /* of the phase, in the order in which each thread comes to them */
  int64_t deal_count, deal_room, met;
  int64_t *starts; /* of chunks in the list */
  int64_t start_count, start_room;
  int64_t issued, idle;
  bool in_phase, no_memory, too_many;
};

static bool is_over(const pme__replay_run *r) { return r->no_memory || r->too_many; }

/* Room for one more; false: out of memory. */
static bool grow(pme__replay_run *r, void **items, int64_t count, int64_t *room, size_t item_bytes) {
  if (count < *room)
    return true;
  int64_t more = *room ? 2 * *room : FIRST_ROOM;
  void *moved = pme_reallocate(*items, (size_t)more * item_bytes);
  if (!moved) {
    r->no_memory = true;
    return false;
  }
  *items = moved;
  *room = more;
  return true;
}

/* ---- accesses ---- */

static void set_team(pme__replay_run *r, int threads) {
  if (r->hierarchy)
    pme__hierarchy_team(r->hierarchy, threads);
  else
    pme__replay_team(r->caches, threads);
}

static bool touch(pme__replay_run *r, int number, int64_t address, int thread) {
  const pme__tree_reference *reference = &r->program->references[number];
  if (r->hierarchy) {
    pme__hierarchy_access access = {address, reference->size_bytes, number, thread, reference->is_write};
    return pme__hierarchy_touch(r->hierarchy, &access);
  }
  pme__replay_access access = {address, reference->size_bytes, reference->is_write, thread};
  return pme__replay_touch(r->caches, &access, &r->tally.counts[(ptrdiff_t)number * r->setup.machine->level_count]);
}

static void pass_on(pme__replay_run *r, const issued *what, int thread) {
  r->tally.executions[what->reference]++;
  int64_t pitch = r->program->references[what->reference].pitch_bytes;
  if (!touch(r, what->reference, what->address + thread * pitch, thread))
    r->no_memory = true;
}

static int64_t address_of(const pme__replay_run *r, const pme__tree_reference *reference) {
  const pme__tree_array *array = &r->program->arrays[reference->array];
  int64_t group = array->known || array->group < 0 ? 0 : r->group_bases[array->group];
  return group + array->base_bytes + pme__tree_value(&reference->offset, r->iterators);
}

static void list(pme__replay_run *r, const issued *what) {
  if (grow(r, (void **)&r->list, r->listed, &r->room, sizeof *r->list))
    r->list[r->listed++] = *what;
}

static void run_group(pme__replay_run *r, const pme__tree_node *group, int thread) {
  for (int i = 0; i < group->reference_count && !is_over(r); i++) {
    int number = group->reference_first + i;
    issued what = {number, address_of(r, &r->program->references[number])};
    r->too_many = ++r->issued > r->setup.most;
    if (r->too_many)
      return;
    if (r->in_phase)
      list(r, &what);
    else
      pass_on(r, &what, thread);
  }
}

static void run_children(pme__replay_run *r, const pme__tree_node *loop, int thread);

/* ---- chunks that are given out ---- */

/* The thread asks here. All threads of a team come to the same loops in the same order. */
static void ask_for_chunks(pme__replay_run *r, const pme__tree_node *loop) {
  issued what = {(int)(-1 - r->met), 0};
  if (r->met == r->deal_count && grow(r, (void **)&r->deals, r->deal_count, &r->deal_room, sizeof *r->deals)) {
    deal *d = &r->deals[r->deal_count++];
    *d = (deal){.loop = loop};
    memcpy(d->iterators, r->iterators, sizeof d->iterators);
  }
  r->met++;
  if (!is_over(r))
    list(r, &what);
}

/* Where the next chunk begins. */
static void begin_chunk(pme__replay_run *r) {
  if (grow(r, (void **)&r->starts, r->start_count, &r->start_room, sizeof *r->starts))
    r->starts[r->start_count++] = r->listed;
}

static void list_chunk(pme__replay_run *r, const pme__tree_node *loop, int64_t first, int64_t step, int64_t length) {
  begin_chunk(r);
  for (int64_t n = 0; n < length && !is_over(r); n++) {
    r->iterators[loop->depth] = first + n * step;
    run_children(r, loop, 0);
  }
}

/* Of guided loops whose chunks are not in the tree, each iteration is one of the source. */
static int64_t length_of(const pme__replay_run *r, const pme__tree_node *loop, int64_t left) {
  if (loop->distribution != PME__DISTRIBUTION_BLOCK)
    return 1;
  int64_t share = (left + loop->threads - 1) / loop->threads;
  int64_t least = pme_concrete_node_at(r->program->concrete, loop->source)->u.loop.chunk;
  return share > least ? share : least < left ? least : left;
}

static void list_chunks(pme__replay_run *r, deal *d) {
  const pme__tree_node *loop = d->loop;
  memcpy(r->iterators, d->iterators, sizeof d->iterators);
  d->first_chunk = r->start_count;
  if (loop->chunks) {
    for (int c = 0; c < pme__tree_chunk_count(loop) && !is_over(r); c++)
      list_chunk(r, loop, pme__tree_slot_of_chunk(loop, c), 1, 1);
  } else {
    pme__tree_range range = pme__tree_range_of(loop, r->iterators, PME_NONE);
    for (int64_t n = 0, length; n < range.trips && !is_over(r); n += length) {
      length = length_of(r, loop, range.trips - n);
      list_chunk(r, loop, range.first + n * range.step, range.step, length);
    }
  }
  d->chunks = r->start_count - d->first_chunk;
  begin_chunk(r);
}

/* What the thread does next; NULL: nothing. */
static const issued *next(pme__replay_run *r, cursor *c) {
  for (;;) {
    if (c->at < c->end) {
      const issued *what = &r->list[c->at++];
      if (what->reference >= 0)
        return what;
      *c = (cursor){.after = c->at, .after_end = c->end, .deal = -1 - what->reference};
    }
    if (c->deal == PME_NONE)
      return NULL;
    deal *d = &r->deals[c->deal];
    if (d->given < d->chunks) {
      const int64_t *starts = &r->starts[d->first_chunk + d->given++];
      c->at = starts[0];
      c->end = starts[1];
    } else {
      *c = (cursor){.at = c->after, .end = c->after_end, .deal = PME_NONE};
      if (c->at >= c->end)
        return NULL;
    }
  }
}

/* ---- phases and loops ---- */

static void run_in_turns(pme__replay_run *r, cursor *cursors, int team) {
  set_team(r, team);
  for (bool any = true; any && !is_over(r);) {
    any = false;
    for (int u = 0; u < team && !is_over(r); u++) {
      const issued *what = next(r, &cursors[u]);
      any = any || what;
      if (what)
        pass_on(r, what, u);
    }
  }
  set_team(r, r->program->most_threads);
}

/* Each thread by itself, then all in turns: lock step. */
static void run_phase(pme__replay_run *r, const pme__tree_node *phase) {
  cursor cursors[PME_MAX_CORES];
  int team = phase->threads;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  memcpy(iterators, r->iterators, sizeof iterators);
  r->in_phase = true;
  r->listed = r->deal_count = r->start_count = 0;
  for (int u = 0; u < team && !is_over(r); u++) {
    r->met = 0;
    cursors[u] = (cursor){.at = r->listed, .deal = PME_NONE};
    run_children(r, phase, u);
    cursors[u].end = r->listed;
  }
  for (int64_t d = 0; d < r->deal_count && !is_over(r); d++)
    list_chunks(r, &r->deals[d]);
  r->in_phase = false;
  memcpy(r->iterators, iterators, sizeof iterators);
  run_in_turns(r, cursors, team);
}

static void run_loop(pme__replay_run *r, const pme__tree_node *loop, int thread) {
  if (loop->one_thread && thread > 0)
    return;
  if (loop->is_demanded && r->in_phase) {
    ask_for_chunks(r, loop);
    return;
  }
  pme__tree_range range = pme__tree_range_of(loop, r->iterators, thread);
  bool begins_phase = loop->is_phase && !r->in_phase;
  for (int64_t n = 0; n < range.trips && !is_over(r); n++) {
    r->iterators[loop->depth] = range.first + n * range.step;
    r->too_many = ++r->idle > MOST_IDLE * r->setup.most;
    if (begins_phase)
      run_phase(r, loop);
    else
      run_children(r, loop, thread);
  }
}

static void run_children(pme__replay_run *r, const pme__tree_node *loop, int thread) {
  for (const pme__tree_node *child = loop->first_child; child && !is_over(r); child = child->next)
    if (child->is_body)
      run_group(r, child, thread);
    else
      run_loop(r, child, thread);
}

/* ---- a run ---- */

pme__replay_run *pme__replay_run_create(const pme__loop_tree *program, const pme__replay_setup *setup) {
  pme__replay_run *r = (pme__replay_run *)pme_reallocate(NULL, sizeof *r);
  if (r)
    *r = (pme__replay_run){.program = program, .setup = *setup};
  return r;
}

void pme__replay_run_destroy(pme__replay_run *run) {
  if (!run)
    return;
  pme_reallocate(run->list, 0);
  pme_reallocate(run->deals, 0);
  pme_reallocate(run->starts, 0);
  pme_reallocate(run, 0);
}

static void take_counts(pme__replay_run *r) {
  pme__hierarchy_end(r->hierarchy);
  const pme__hierarchy_counts *from = pme__hierarchy_counts_of(r->hierarchy);
  for (int i = 0; i < r->program->reference_count * r->setup.machine->level_count; i++)
    r->tally.counts[i] = (pme__replay_counts){.misses = from[i].misses,
                                              .cold = from[i].cold,
                                              .other_threads = from[i].other_threads,
                                              .coherence = from[i].coherence,
                                              .asked = from[i].asked,
                                              .fills = from[i].fills,
                                              .write_backs = from[i].write_backs,
                                              .clean_outs = from[i].clean_outs,
                                              .left = from[i].left};
}

static bool create_caches(pme__replay_run *r, pme_arena *arena) {
  const pme__replay_setup *s = &r->setup;
  const pme__hierarchy_shape shape = {
      .machine = s->machine, .references = r->program->reference_count, .coherent = s->coherence};
  r->hierarchy = s->hierarchy ? pme__hierarchy_create(&shape, arena) : NULL;
  r->caches = s->hierarchy ? NULL : pme__replay_caches_create(s->machine, s->coherence, arena);
  return r->hierarchy || r->caches;
}

static void begin(pme__replay_run *r, const int64_t *group_bases, const pme__replay_tally *tally) {
  size_t references = (size_t)r->program->reference_count;
  r->group_bases = group_bases;
  r->tally = *tally;
  r->issued = r->idle = 0;
  r->no_memory = r->too_many = false;
  memset(tally->executions, 0, references * sizeof *tally->executions);
  memset(tally->counts, 0, references * (size_t)r->setup.machine->level_count * sizeof *tally->counts);
}

pme_status pme__replay_run_once(pme__replay_run *run, const int64_t *group_bases, const pme__replay_tally *tally,
                                bool *whole) {
  pme_arena *arena = pme_arena_create();
  begin(run, group_bases, tally);
  run->no_memory = !arena || !create_caches(run, arena);
  if (!run->no_memory) {
    set_team(run, run->program->most_threads);
    run_loop(run, run->program->root, 0);
  }
  *whole = !is_over(run);
  if (*whole && run->hierarchy)
    take_counts(run);
  pme_arena_destroy(arena);
  return run->no_memory ? PME_NO_MEMORY : PME_OK;
}
