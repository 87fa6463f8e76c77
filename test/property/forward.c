/* Writing programs out. Plain: each thread's accesses and barriers as a list, then the lists in turn. */
#include "test/property/forward.h"

#include <stdlib.h>
#include <string.h>

enum { BARRIER = -1 }; /* as a node */

typedef enum place { SERIAL, TEAM, ALONE } place;

/* Expands nodes into `out`. */
typedef struct writer {
  const pme_concrete *concrete;
  const int64_t *bases;
  const bool *skip;
  forward_run *out;
  int thread, team;
  int64_t values[FORWARD_MAX_LOOPS];
} writer;

static void add(forward_run *run, const forward_access *access) {
  if (run->count == run->capacity) {
    run->capacity = run->capacity ? 2 * run->capacity : 64;
    run->accesses = realloc(run->accesses, run->capacity * sizeof *run->accesses);
    if (!run->accesses)
      abort();
  }
  run->accesses[run->count++] = *access;
}

static const pme_concrete_node *at(const writer *w, int id) { return pme_concrete_node_at(w->concrete, id); }

static void write_list(writer *w, int id, place where);

int64_t forward_pitch(const pme_concrete_array *array) {
  return array->is_private ? (array->size_bytes + 4095) / 4096 * 4096 + 4096 : 0;
}

static void write_access(writer *w, int id) {
  const pme_concrete_access *source = &at(w, id)->u.access;
  const pme_concrete_array *array = pme_concrete_array_at(w->concrete, source->array);
  forward_access access = {.node = id, .thread = w->thread, .team = w->team, .size = source->size_bytes};
  access.address = w->bases[source->array] + w->thread * (forward_pitch(array) + source->thread_bytes) +
                   pme_affine_value(&source->offset_bytes, w->values);
  memcpy(access.values, w->values, sizeof access.values);
  add(w->out, &access);
}

static void range_of(const writer *w, const pme_concrete_loop *loop, int64_t *first, int64_t *last) {
  int64_t sign = loop->step > 0 ? 1 : -1;
  for (int i = 0; i < loop->first_count; i++) {
    int64_t value = pme_affine_value(&loop->firsts[i], w->values);
    *first = i == 0 || sign * value > sign * *first ? value : *first;
  }
  for (int i = 0; i < loop->last_count; i++) {
    int64_t value = pme_affine_value(&loop->lasts[i], w->values);
    *last = i == 0 || sign * value < sign * *last ? value : *last;
  }
}

/* The `collapse` loops from `id` on; runs the body in iterations of this thread and counts all. */
typedef struct dealing {
  bool count_only;
  int64_t chunk; /* 0: none, the thread has the iterations from `first` to before `end` */
  int64_t first, end;
  int64_t number;
} dealing;

static bool is_mine(const writer *w, const dealing *d) {
  if (d->chunk)
    return d->number / d->chunk % w->team == w->thread;
  return d->number >= d->first && d->number < d->end;
}

static int only_loop(const writer *w, int id) {
  for (int child = at(w, id)->first_child; child != PME_NONE; child = at(w, child)->next_sibling)
    if (at(w, child)->modelled)
      return child;
  return PME_NONE;
}

static void deal(writer *w, int id, int collapse, dealing *d) {
  if (id == PME_NONE) /* a collapsed loop that is not modelled: nothing of them is */
    return;
  const pme_concrete_loop *loop = &at(w, id)->u.loop;
  int64_t first = 0, last = 0;
  range_of(w, loop, &first, &last);
  for (int64_t value = first; loop->step > 0 ? value <= last : value >= last; value += loop->step) {
    w->values[loop->depth] = value;
    if (collapse > 1) {
      deal(w, only_loop(w, id), collapse - 1, d);
      continue;
    }
    if (!d->count_only && is_mine(w, d))
      write_list(w, at(w, id)->first_child, ALONE);
    d->number++;
  }
}

/* Pieces in order, each to the thread that runs out of accesses first; of those that do so together, to the lowest. */
static void write_demanded(writer *w, int id, int64_t iterations) {
  const pme_concrete_loop *loop = &at(w, id)->u.loop;
  int64_t *busy = calloc((size_t)w->team, sizeof *busy); /* accesses so far */
  dealing piece = {0};
  while (piece.end < iterations) {
    int64_t left = iterations - piece.end, length = loop->chunk;
    if (loop->schedule == PME_SCHEDULE_GUIDED && (left + w->team - 1) / w->team > length)
      length = (left + w->team - 1) / w->team;
    piece.first = piece.end;
    piece.end += length < left ? length : left;
    piece.number = 0;
    int next = 0;
    for (int u = 1; u < w->team; u++)
      next = busy[u] < busy[next] ? u : next;
    forward_run run = {0};
    writer scratch = *w;
    scratch.out = &run;
    deal(&scratch, id, loop->collapse, &piece);
    busy[next] += (int64_t)run.count;
    for (size_t i = 0; i < run.count && next == w->thread; i++)
      add(w->out, &run.accesses[i]);
    free(run.accesses);
  }
  free(busy);
}

static void write_static(writer *w, int id, int64_t iterations) {
  const pme_concrete_loop *loop = &at(w, id)->u.loop;
  dealing mine = {.chunk = loop->chunk};
  for (int u = 0; u <= w->thread; u++) { /* without a chunk the first N mod T threads have one more than the others */
    mine.first = mine.end;
    mine.end += iterations / w->team + (u < iterations % w->team);
  }
  deal(w, id, loop->collapse, &mine);
}

static void write_shared(writer *w, int id) {
  const pme_concrete_loop *loop = &at(w, id)->u.loop;
  dealing all = {.count_only = true};
  deal(w, id, loop->collapse, &all);
  if (loop->schedule == PME_SCHEDULE_STATIC)
    write_static(w, id, all.number);
  else
    write_demanded(w, id, all.number);
  if (!loop->nowait) {
    forward_access barrier = {.node = BARRIER};
    add(w->out, &barrier);
  }
}

static void write_loop(writer *w, int id, place where) {
  const pme_concrete_loop *loop = &at(w, id)->u.loop;
  int64_t first = 0, last = 0;
  range_of(w, loop, &first, &last);
  for (int64_t value = first; loop->step > 0 ? value <= last : value >= last; value += loop->step) {
    w->values[loop->depth] = value;
    write_list(w, at(w, id)->first_child, where);
  }
}

/* Round after round, one access of each thread that neither waits nor is done. */
static void interleave(forward_run *out, const forward_run *threads, int count) {
  size_t *next = calloc((size_t)count, sizeof *next);
  bool any = true;
  while (any) {
    any = false;
    for (int u = 0; u < count; u++) {
      if (next[u] == threads[u].count || threads[u].accesses[next[u]].node == BARRIER)
        continue;
      add(out, &threads[u].accesses[next[u]++]);
      any = true;
    }
    for (int u = 0; u < count && !any; u++)
      next[u] += next[u] < threads[u].count;
    for (int u = 0; u < count; u++)
      any = any || next[u] < threads[u].count;
  }
  free(next);
}

/* `id` is a parallel loop (is_loop) or the first node in a region. */
static void write_team(writer *w, int id, bool is_loop, int threads) {
  forward_run *runs = calloc((size_t)threads, sizeof *runs);
  for (int u = 0; u < threads; u++) {
    writer thread = *w;
    thread.out = &runs[u];
    thread.thread = u;
    thread.team = threads;
    if (is_loop)
      write_shared(&thread, id);
    else
      write_list(&thread, id, TEAM);
  }
  interleave(w->out, runs, threads);
  for (int u = 0; u < threads; u++)
    free(runs[u].accesses);
  free(runs);
}

static bool holds(const writer *w, const pme_concrete_guard *guard) {
  for (int i = 0; i < guard->condition_count; i++)
    if (pme_affine_value(&guard->conditions[i], w->values) < 0)
      return false;
  return !guard->one_thread || w->thread == 0;
}

static void write_node(writer *w, int id, place where) {
  const pme_concrete_node *node = at(w, id);
  switch (node->kind) {
  case PME_NODE_ACCESS:
    if (!w->skip || !w->skip[id])
      write_access(w, id);
    return;
  case PME_NODE_LOOP:
    if (!node->u.loop.parallel || where == ALONE)
      write_loop(w, id, where);
    else if (where == SERIAL)
      write_team(w, id, true, node->u.loop.threads);
    else
      write_shared(w, id);
    return;
  case PME_NODE_REGION:
    if (where == SERIAL)
      write_team(w, node->first_child, false, node->u.region.threads);
    else
      write_list(w, node->first_child, ALONE);
    return;
  case PME_NODE_GUARD:
    if (holds(w, &node->u.guard))
      write_list(w, node->first_child, node->u.guard.one_thread && where == TEAM ? ALONE : where);
    return;
  }
}

static void write_list(writer *w, int id, place where) {
  for (; id != PME_NONE; id = at(w, id)->next_sibling)
    if (at(w, id)->modelled)
      write_node(w, id, where);
}

forward_run *forward_create(const pme_concrete *concrete, const int64_t *bases, const bool *skip) {
  writer w = {.concrete = concrete, .bases = bases, .skip = skip, .team = 1};
  w.out = calloc(1, sizeof *w.out);
  if (w.out)
    write_list(&w, pme_program_first_node(pme_concrete_program(concrete)), SERIAL);
  return w.out;
}

void forward_free(forward_run *run) {
  if (run)
    free(run->accesses);
  free(run);
}

/* ---- caches: each set a list, latest first ---- */

struct forward_cache {
  const pme_machine *machine;
  int level, ways;
  int64_t line_bytes, sets;
  int64_t *lines; /* [instance][set][way] */
  int *fill;
};

forward_cache *forward_cache_create(const pme_machine *machine, int level) {
  forward_cache *cache = calloc(1, sizeof *cache);
  const pme_cache_level *shape = &machine->levels[level];
  if (!cache)
    return NULL;
  *cache = (forward_cache){machine, level, shape->associativity, shape->line_bytes, pme_cache_sets(shape), NULL, NULL};
  size_t sets = (size_t)(machine->cores * cache->sets);
  cache->lines = calloc(sets * (size_t)cache->ways, sizeof *cache->lines);
  cache->fill = calloc(sets, sizeof *cache->fill);
  return cache;
}

void forward_cache_free(forward_cache *cache) {
  if (cache) {
    free(cache->lines);
    free(cache->fill);
  }
  free(cache);
}

static bool touch(forward_cache *cache, int instance, int64_t line) {
  int64_t set = instance * cache->sets + (line % cache->sets + cache->sets) % cache->sets;
  int64_t *lines = cache->lines + set * cache->ways;
  int *fill = &cache->fill[set], at = 0;
  while (at < *fill && lines[at] != line)
    at++;
  bool miss = at == *fill;
  if (miss && *fill < cache->ways)
    ++*fill;
  else if (miss)
    at--;
  memmove(lines + 1, lines, (size_t)at * sizeof *lines);
  lines[0] = line;
  return miss;
}

uint64_t forward_cache_access(forward_cache *cache, const forward_access *access) {
  int instance = pme_machine_instance_of(cache->machine, cache->level, access->thread, access->team);
  int64_t first = pme_floor_divide(access->address, cache->line_bytes);
  int64_t last = pme_floor_divide(access->address + access->size - 1, cache->line_bytes);
  uint64_t misses = 0;
  for (int64_t line = first; line <= last; line++)
    misses |= (uint64_t)touch(cache, instance, line) << (line - first);
  return misses;
}
