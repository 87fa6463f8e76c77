/* The loop tree as a program: rows of accesses, chunks that are given out, and turns. */
#include "replay_run.h"

#include <string.h>

#include "pmecache/arena.h"
#include "replay_quiet.h"
#include "replay_rows.h"
#include "replay_steps.h"

/* Iterations for each access that may be run without one. */
static const int64_t MOST_IDLE = 30;
enum { FIRST_ROOM = 1024 };

typedef pme__replay_row row;
typedef pme__replay_move move;
typedef pme__replay_deal deal;
typedef pme__replay_cursor cursor;
typedef pme__replay_kind access_kind;

/* Room for so many; false: out of memory. */
static bool make_room(pme__replay_run *r, void **items, int64_t count, int64_t *room, size_t item_bytes) {
  if (count <= *room)
    return true;
  int64_t more = *room ? 2 * *room : FIRST_ROOM;
  while (more < count)
    more *= 2;
  void *moved = pme_reallocate(*items, (size_t)more * item_bytes);
  if (!moved) {
    r->no_memory = true;
    return false;
  }
  *items = moved;
  *room = more;
  return true;
}

/* Room for one more. */
static bool grow(pme__replay_run *r, void **items, int64_t count, int64_t *room, size_t item_bytes) {
  return make_room(r, items, count + 1, room, item_bytes);
}

bool pme__replay_slots(pme__replay_run *r, int64_t count) {
  return make_room(r, (void **)&r->slots, count, &r->slot_room, sizeof *r->slots) &&
         make_room(r, (void **)&r->leaves, count, &r->leave_room, sizeof *r->leaves);
}

/* ---- accesses ---- */

static void set_team(pme__replay_run *r, int threads) {
  if (r->hierarchy)
    pme__hierarchy_team(r->hierarchy, threads);
  else
    pme__replay_team(r->caches, threads);
}

/* Of the lines of the access those that are run. */
static bool touch_sampled(pme__replay_run *r, const pme__replay_access *access, pme__replay_line **last, int number) {
  const pme__replay_sets *sets = &r->tally.sets;
  int64_t end = access->address + access->size_bytes;
  for (int64_t line = access->address >> sets->line_bits; line <= (end - 1) >> sets->line_bits; line++) {
    int slot = pme__replay_slot_of(sets, line);
    int64_t from = line << sets->line_bits, to = (line + 1) << sets->line_bits;
    pme__replay_access part = *access;
    part.address = part.address > from ? part.address : from;
    part.size_bytes = (end < to ? end : to) - part.address;
    int64_t row = ((int64_t)slot * r->program->reference_count + number) * r->setup.machine->level_count;
    if (slot < 0)
      continue;
    r->tally.counts[row].asked += part.address == access->address;
    if (!pme__replay_touch(r->caches, &part, last, &r->tally.counts[row]))
      return false;
  }
  return true;
}

static bool touch(pme__replay_run *r, int number, int64_t address, int thread) {
  const access_kind *kind = &r->kinds[number];
  if (r->hierarchy) {
    pme__hierarchy_access access = {address, kind->size_bytes, number, thread, kind->is_write};
    return pme__hierarchy_touch(r->hierarchy, &access);
  }
  pme__replay_access access = {address, kind->size_bytes, kind->is_write, thread};
  pme__replay_line **last = &r->lines[(ptrdiff_t)number * r->program->most_threads + thread];
  if (r->tally.sampled > 0)
    return touch_sampled(r, &access, last, number);
  return pme__replay_touch(r->caches, &access, last,
                           &r->tally.counts[(ptrdiff_t)number * r->setup.machine->level_count]);
}

void pme__replay_pass_on(pme__replay_run *r, int number, int64_t address, int thread) {
  if (touch(r, number, address + thread * r->kinds[number].pitch_bytes, thread))
    return;
  r->crowded = r->caches ? pme__replay_crowded(r->caches) : 0;
  r->no_memory = r->crowded == 0;
}

static int64_t address_of(const pme__replay_run *r, const pme__tree_reference *reference) {
  const pme__tree_array *array = &r->program->arrays[reference->array];
  int64_t group = array->known || array->group < 0 ? 0 : r->group_bases[array->group];
  return group + array->base_bytes + pme__tree_value(&reference->offset, r->iterators);
}

/* Of all threads of the phase, or of the serial code. */
static bool count_accesses(pme__replay_run *r, int64_t more) {
  r->issued += more;
  r->too_many = r->too_many || r->issued > r->setup.most;
  return !r->too_many;
}

static void run_body(pme__replay_run *r, const pme__tree_node *body, int thread) {
  if (!count_accesses(r, body->reference_count))
    return;
  for (int i = 0; i < body->reference_count && !pme__replay_is_over(r); i++) {
    int number = body->reference_first + i;
    r->tally.executions[number]++;
    pme__replay_pass_on(r, number, address_of(r, &r->program->references[number]), thread);
  }
}

/* `trips` iterations of the body from here on, of the loop around it by `step`. */
static void list_row(pme__replay_run *r, const pme__tree_node *body, int64_t trips, int64_t step) {
  row made = {.body = body, .trips = trips, .all_trips = trips, .first_move = r->move_count};
  if (trips <= 0 || body->reference_count == 0 || !count_accesses(r, trips * body->reference_count))
    return;
  for (int i = 0; i < body->reference_count; i++) {
    const pme__tree_reference *reference = &r->program->references[body->reference_first + i];
    if (!grow(r, (void **)&r->moves, r->move_count, &r->move_room, sizeof *r->moves))
      return;
    int64_t moves_by = step * pme__tree_coefficient(&reference->offset, body->depth - 1);
    r->tally.executions[body->reference_first + i] += trips;
    r->moves[r->move_count++] = (move){.address = address_of(r, reference), .step = moves_by};
  }
  if (grow(r, (void **)&r->rows, r->row_count, &r->row_room, sizeof *r->rows))
    r->rows[r->row_count++] = made;
}

static void run_group(pme__replay_run *r, const pme__tree_node *body, int thread) {
  if (r->in_phase)
    list_row(r, body, 1, 0);
  else
    run_body(r, body, thread);
}

static void run_children(pme__replay_run *r, const pme__tree_node *loop, int thread);

/* ---- chunks that are given out ---- */

/* The thread asks here. All threads of a team come to the same loops in the same order. */
static void ask_for_chunks(pme__replay_run *r, const pme__tree_node *loop) {
  row asking = {.deal = r->met};
  if (r->met == r->deal_count && grow(r, (void **)&r->deals, r->deal_count, &r->deal_room, sizeof *r->deals)) {
    deal *d = &r->deals[r->deal_count++];
    *d = (deal){.loop = loop};
    memcpy(d->iterators, r->iterators, sizeof d->iterators);
  }
  r->met++;
  if (!pme__replay_is_over(r) && grow(r, (void **)&r->rows, r->row_count, &r->row_room, sizeof *r->rows))
    r->rows[r->row_count++] = asking;
}

/* Where the next chunk begins. */
static void begin_chunk(pme__replay_run *r) {
  if (grow(r, (void **)&r->starts, r->start_count, &r->start_room, sizeof *r->starts))
    r->starts[r->start_count++] = r->row_count;
}

static void list_chunk(pme__replay_run *r, const pme__tree_node *loop, int64_t first, int64_t step, int64_t length) {
  begin_chunk(r);
  if (loop->is_row) {
    r->iterators[loop->depth] = first;
    list_row(r, loop->first_child, length, step);
    return;
  }
  for (int64_t n = 0; n < length && !pme__replay_is_over(r); n++) {
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
    for (int c = 0; c < pme__tree_chunk_count(loop) && !pme__replay_is_over(r); c++)
      list_chunk(r, loop, pme__tree_slot_of_chunk(loop, c), 1, 1);
  } else {
    pme__tree_range range = pme__tree_range_of(loop, r->iterators, PME_NONE);
    for (int64_t n = 0, length; n < range.trips && !pme__replay_is_over(r); n += length) {
      length = length_of(r, loop, range.trips - n);
      list_chunk(r, loop, range.first + n * range.step, range.step, length);
    }
  }
  d->chunks = r->start_count - d->first_chunk;
  begin_chunk(r);
}

/* The next chunk of the deal, or on behind it. */
static void go_on_dealt(pme__replay_run *r, cursor *c) {
  deal *d = &r->deals[c->deal];
  if (d->given < d->chunks) {
    const int64_t *starts = &r->starts[d->first_chunk + d->given++];
    c->at = starts[0];
    c->end = starts[1];
  } else {
    *c = (cursor){.at = c->after, .end = c->after_end, .deal = PME_NONE};
  }
}

row *pme__replay_row_of(pme__replay_run *r, cursor *c) {
  for (;;) {
    if (c->at < c->end) {
      row *here = &r->rows[c->at];
      if (here->body)
        return here;
      *c = (cursor){.after = c->at + 1, .after_end = c->end, .deal = here->deal};
    }
    if (c->deal == PME_NONE)
      return NULL;
    go_on_dealt(r, c);
  }
}

/* Told without a look at the caches. */
static bool changes_nothing(const pme__replay_run *r, int number, int64_t address, int thread) {
  const access_kind *kind = &r->kinds[number];
  const pme__replay_access access = {address + thread * kind->pitch_bytes, kind->size_bytes, kind->is_write, thread};
  return r->now &&
         pme__replay_changes_nothing(r->now, &access, r->lines[(ptrdiff_t)number * r->program->most_threads + thread]);
}

/* One access. False: the thread has none. */
static bool go_on(pme__replay_run *r, cursor *c, int thread) {
  row *here = c->at < c->end && r->rows[c->at].body ? &r->rows[c->at] : pme__replay_row_of(r, c);
  if (!here)
    return false;
  move *m = &r->moves[here->first_move + c->position];
  int number = here->body->reference_first + c->position;
  if (!changes_nothing(r, number, m->address, thread))
    pme__replay_pass_on(r, number, m->address, thread);
  m->address += m->step;
  if (++c->position == here->body->reference_count) {
    c->position = 0;
    c->at += --here->trips == 0;
  }
  return true;
}

/* ---- phases and loops ---- */

static bool take_turn(pme__replay_run *r, cursor *cursors, int team) {
  bool any = false;
  for (int u = 0; u < team && !pme__replay_is_over(r); u++)
    any = go_on(r, &cursors[u], u) || any;
  return any;
}

/* Every access, but those that are known to change nothing. */
static void run_quietly(pme__replay_run *r, cursor *cursors, int team) {
  while (!pme__replay_is_over(r) && (pme__replay_run_rounds(r, cursors, team) || take_turn(r, cursors, team)))
    ;
}

static void run_rows(pme__replay_run *r, cursor *cursors, int team) {
  if (r->tally.sampled > 0)
    pme__replay_by_index(r, cursors, team);
  else if (r->caches)
    run_quietly(r, cursors, team);
  else
    while (!pme__replay_is_over(r) && take_turn(r, cursors, team))
      ;
}

static void run_in_turns(pme__replay_run *r, cursor *cursors, int team) {
  set_team(r, team);
  run_rows(r, cursors, team);
  set_team(r, r->program->most_threads);
}

/* Outside of phases. */
static void run_row(pme__replay_run *r, const pme__tree_node *loop, pme__tree_range range) {
  r->row_count = r->move_count = 0;
  r->iterators[loop->depth] = range.first;
  list_row(r, loop->first_child, range.trips, range.step);
  cursor alone = {.end = r->row_count, .deal = PME_NONE};
  run_rows(r, &alone, 1);
}

/* Each thread by itself, then all in turns: lock step. */
static void run_phase(pme__replay_run *r, const pme__tree_node *phase) {
  cursor cursors[PME_MAX_CORES];
  int team = phase->threads;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  memcpy(iterators, r->iterators, sizeof iterators);
  r->in_phase = true;
  r->row_count = r->move_count = r->deal_count = r->start_count = 0;
  for (int u = 0; u < team && !pme__replay_is_over(r); u++) {
    r->met = 0;
    cursors[u] = (cursor){.at = r->row_count, .deal = PME_NONE};
    run_children(r, phase, u);
    cursors[u].end = r->row_count;
  }
  for (int64_t d = 0; d < r->deal_count && !pme__replay_is_over(r); d++)
    list_chunks(r, &r->deals[d]);
  r->in_phase = false;
  memcpy(r->iterators, iterators, sizeof iterators);
  run_in_turns(r, cursors, team);
}

static void run_iteration(pme__replay_run *r, const pme__tree_node *loop, int64_t value, int thread) {
  r->iterators[loop->depth] = value;
  r->too_many = ++r->idle > MOST_IDLE * r->setup.most;
  if (loop->is_phase && !r->in_phase)
    run_phase(r, loop);
  else
    run_children(r, loop, thread);
}

/* Of the tally. */
static int64_t counts_of(const pme__replay_run *r) {
  return (r->tally.sampled + INT64_C(1)) * r->program->reference_count * r->setup.machine->level_count;
}

/* Until one stands for the rest. */
static void run_steps(pme__replay_run *r, const pme__tree_node *loop, pme__tree_range range) {
  pme__replay_steps *steps = pme__replay_steps_create(r->program->reference_count, counts_of(r));
  r->no_memory = !steps;
  for (int64_t n = 0; n < range.trips && !pme__replay_is_over(r); n++) {
    pme__replay_begin_step(steps, &r->tally);
    run_iteration(r, loop, range.first + n * range.step, 0);
    if (!pme__replay_is_over(r) && pme__replay_end_step(steps, range.trips - 1 - n, &r->tally)) {
      r->tally.has_repeats = true;
      break;
    }
  }
  pme__replay_steps_destroy(steps);
}

static void run_loop(pme__replay_run *r, const pme__tree_node *loop, int thread) {
  if (loop->one_thread && thread > 0)
    return;
  if (loop->is_demanded && r->in_phase) {
    ask_for_chunks(r, loop);
    return;
  }
  pme__tree_range range = pme__tree_range_of(loop, r->iterators, thread);
  if (loop->is_row && r->in_phase) {
    r->iterators[loop->depth] = range.first;
    list_row(r, loop->first_child, range.trips, range.step);
    return;
  }
  if (r->setup.steps && !r->in_phase && range.trips > PME__REPLAY_LEAST_STEPS &&
      pme__replay_repeats(r->program, loop)) {
    run_steps(r, loop, range);
    return;
  }
  if (loop->is_row && !r->in_phase) {
    run_row(r, loop, range);
    return;
  }
  for (int64_t n = 0; n < range.trips && !pme__replay_is_over(r); n++)
    run_iteration(r, loop, range.first + n * range.step, thread);
}

static void run_children(pme__replay_run *r, const pme__tree_node *loop, int thread) {
  for (const pme__tree_node *child = loop->first_child; child && !pme__replay_is_over(r); child = child->next)
    if (child->is_body)
      run_group(r, child, thread);
    else
      run_loop(r, child, thread);
}

/* ---- a run ---- */

static bool take_kinds(pme__replay_run *r) {
  size_t count = (size_t)r->program->reference_count, lines = count * (size_t)r->program->most_threads;
  r->kinds = (access_kind *)pme_reallocate(NULL, (count + 1) * sizeof *r->kinds);
  r->lines = (pme__replay_line **)pme_reallocate(NULL, (lines + 1) * sizeof *r->lines);
  for (size_t i = 0; r->kinds && i < count; i++) {
    const pme__tree_reference *reference = &r->program->references[i];
    r->kinds[i] = (access_kind){reference->size_bytes, reference->pitch_bytes, reference->is_write};
  }
  return r->kinds && r->lines;
}

pme__replay_run *pme__replay_run_create(const pme__loop_tree *program, const pme__replay_setup *setup) {
  pme__replay_run *r = (pme__replay_run *)pme_reallocate(NULL, sizeof *r);
  if (!r)
    return NULL;
  *r = (pme__replay_run){
      .program = program, .setup = *setup, .roomy = pme__replay_may_be_roomy(program, setup->machine)};
  if (take_kinds(r))
    return r;
  pme__replay_run_destroy(r);
  return NULL;
}

void pme__replay_run_destroy(pme__replay_run *run) {
  if (!run)
    return;
  pme_reallocate(run->kinds, 0);
  pme_reallocate(run->lines, 0);
  pme_reallocate(run->rows, 0);
  pme_reallocate(run->moves, 0);
  pme_reallocate(run->deals, 0);
  pme_reallocate(run->starts, 0);
  pme_reallocate(run->slots, 0);
  pme_reallocate(run->leaves, 0);
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
                                              .prefetches = from[i].prefetches,
                                              .left = from[i].left};
}

static bool create_caches(pme__replay_run *r, pme_arena *arena) {
  const pme__replay_setup *s = &r->setup;
  const pme__hierarchy_shape shape = {
      .machine = s->machine, .references = r->program->reference_count, .coherent = s->coherence};
  r->hierarchy = s->hierarchy ? pme__hierarchy_create(&shape, arena) : NULL;
  r->caches = s->hierarchy ? NULL : pme__replay_caches_create(s->machine, s->coherence, r->roomy, arena);
  r->now = r->caches && r->tally.sampled == 0 ? pme__replay_now_of(r->caches) : NULL;
  return r->hierarchy || r->caches;
}

static void begin(pme__replay_run *r, const int64_t *group_bases, pme__replay_tally *tally) {
  size_t references = (size_t)r->program->reference_count;
  r->group_bases = group_bases;
  r->tally = *tally;
  r->tally.has_repeats = false;
  r->issued = r->idle = 0;
  r->no_memory = r->too_many = false;
  r->crowded = 0;
  memset(r->lines, 0, references * (size_t)r->program->most_threads * sizeof *r->lines);
  memset(tally->executions, 0, references * sizeof *tally->executions);
  memset(tally->counts, 0, (size_t)counts_of(r) * sizeof *tally->counts);
  if (tally->sampled > 0)
    tally->sets = r->tally.sets = pme__replay_choose_sets(r->program, r->setup.machine, group_bases, tally->sampled);
}

/* Once, as far as no level is crowded. */
static void run_from_start(pme__replay_run *r, const int64_t *group_bases, pme__replay_tally *tally) {
  pme_arena *arena = pme_arena_create();
  begin(r, group_bases, tally);
  r->no_memory = !arena || !create_caches(r, arena);
  if (!r->no_memory) {
    set_team(r, r->program->most_threads);
    run_loop(r, r->program->root, 0);
  }
  if (!pme__replay_is_over(r) && r->hierarchy)
    take_counts(r);
  pme_arena_destroy(arena);
}

/* Levels are roomy until they are not: at other places they will not be either. A level that is crowded is so early as a
 * rule, and runs without orders of lines are short. */
pme_status pme__replay_run_once(pme__replay_run *run, const int64_t *group_bases, pme__replay_tally *tally,
                                bool *whole) {
  run_from_start(run, group_bases, tally);
  while (run->crowded) {
    run->roomy &= ~run->crowded;
    run_from_start(run, group_bases, tally);
  }
  *whole = !pme__replay_is_over(run);
  tally->has_repeats = run->tally.has_repeats;
  return run->no_memory ? PME_NO_MEMORY : PME_OK;
}
