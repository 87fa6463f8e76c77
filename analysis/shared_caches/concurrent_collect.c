/* What the threads do with the lines they share and with the others. */
#include <string.h>

#include "analysis/reuse/distance.h"
#include "concurrent.h"

enum { BUFFER = 1024, MOST_THREADS = 1 << 20, ROOT = 0 };

/* A set of threads is a path in a trie, whose members come in ascending order because the threads are read in order. */
typedef struct thread_set {
  uint32_t size;
  uint32_t thread; /* the largest member */
  uint32_t line_count;
  bool is_kept;
} thread_set;

typedef struct line_facts {
  uint32_t set;
  uint32_t line_class;
  uint64_t references;       /* of all threads */
  uint64_t last, last_write; /* position over all streams laid end to end, from 1; 0: never */
} line_facts;

typedef struct collector {
  const pme__streams *streams;
  pme_arena *arena;
  pme__sharing *sharing;
  pme__line_numbers numbers; /* of lines */
  line_facts *line;
  uint32_t line_room;
  pme__line_numbers set_numbers; /* of sets: (parent, thread) */
  thread_set *set;
  uint32_t set_room;
  pme__line_numbers class_numbers; /* of (set or size, popularity) */
  uint64_t *thread_references;
} collector;

/* ---- pass 1: who touches a line, and how often ---- */

static void *grow(void *pointer, uint32_t *room, uint32_t needed, size_t size) {
  if (needed <= *room)
    return pointer;
  uint32_t next = *room ? *room * 2 : 1024;
  void *grown = pme_reallocate(pointer, size * next);
  if (grown) {
    memset((char *)grown + size * *room, 0, size * (next - *room));
    *room = next;
  }
  return grown;
}

static pme_status set_with(collector *c, uint32_t parent, uint32_t thread, uint32_t *out) {
  uint32_t set = pme__line_number(&c->set_numbers, (uint64_t)parent << 32 | (thread + 1));
  if (set == PME_NO_LINE)
    return PME_NO_MEMORY;
  thread_set *grown = (thread_set *)grow(c->set, &c->set_room, set + 1, sizeof *c->set);
  if (!grown)
    return PME_NO_MEMORY;
  c->set = grown;
  c->set[set].size = c->set[parent].size + 1;
  c->set[set].thread = thread;
  *out = set;
  return PME_OK;
}

static pme_status note_sharer(collector *c, uint32_t thread, pme__line_reference reference) {
  uint32_t number = pme__line_number(&c->numbers, pme__reference_line(reference));
  if (number == PME_NO_LINE)
    return PME_NO_MEMORY;
  line_facts *grown = (line_facts *)grow(c->line, &c->line_room, number + 1, sizeof *c->line);
  if (!grown)
    return PME_NO_MEMORY;
  c->line = grown;
  line_facts *line = &c->line[number];
  line->references++;
  if (line->set != ROOT && c->set[line->set].thread == thread)
    return PME_OK;
  return set_with(c, line->set, thread, &line->set);
}

static pme_status read_sharers(collector *c) {
  pme__line_reference buffer[BUFFER];
  uint32_t root = pme__line_number(&c->set_numbers, UINT64_MAX - 1);
  c->set = (thread_set *)grow(NULL, &c->set_room, 1, sizeof *c->set);
  if (root != ROOT || !c->set)
    return PME_NO_MEMORY;
  for (uint32_t t = 0; t < c->streams->threads; t++) {
    c->streams->rewind(c->streams->context, t);
    for (size_t n; (n = c->streams->read(c->streams->context, t, buffer, BUFFER)) > 0;) {
      c->thread_references[t] += n;
      for (size_t i = 0; i < n; i++)
        if (note_sharer(c, t, buffer[i]) != PME_OK)
          return PME_NO_MEMORY;
    }
  }
  return PME_OK;
}

/* ---- classes ---- */

/* Members of the shared sets with at least `floor` lines: the parts that they make when each is a class of its own. */
static uint64_t parts_of_sets(const collector *c, uint32_t floor) {
  uint64_t parts = 0;
  for (uint32_t s = 1; s < c->set_numbers.count; s++)
    parts += c->set[s].size > 1 && c->set[s].line_count >= floor ? c->set[s].size : 0;
  return parts;
}

/* Keeps the sets with the most lines: the smallest power of two as bound that leaves few enough. */
static void keep_sets(collector *c, uint64_t most_parts) {
  uint32_t floor = 1;
  for (uint32_t l = 0; l < c->numbers.count; l++)
    c->set[c->line[l].set].line_count++;
  while (parts_of_sets(c, floor) > most_parts)
    floor *= 2;
  c->sharing->sets_merged = floor > 1;
  for (uint32_t s = 1; s < c->set_numbers.count; s++)
    c->set[s].is_kept = c->set[s].line_count >= floor;
}

static uint64_t class_key(const collector *c, const line_facts *line, bool ignore_popularity) {
  const thread_set *set = &c->set[line->set];
  if (set->size == 1)
    return (uint64_t)set->thread;
  uint64_t popularity = ignore_popularity ? 0 : 63 - (uint64_t)__builtin_clzll(line->references);
  uint64_t members = set->is_kept ? line->set : UINT64_C(1) << 32 | (31 - (uint32_t)__builtin_clz(set->size));
  return UINT64_C(1) << 40 | popularity << 34 | members;
}

static pme_status classify(collector *c, const pme__sharing_options *options) {
  for (uint32_t l = 0; l < c->numbers.count; l++) {
    uint32_t number = pme__line_number(&c->class_numbers, class_key(c, &c->line[l], options->ignore_popularity));
    if (number == PME_NO_LINE)
      return PME_NO_MEMORY;
    c->line[l].line_class = number;
    c->sharing->shared_lines += c->set[c->line[l].set].size > 1;
  }
  uint32_t classes = c->class_numbers.count;
  c->sharing->class_lines = PME_ARENA_NEW(c->arena, double, classes + 1);
  if (!c->sharing->class_lines)
    return PME_NO_MEMORY;
  c->sharing->classes = classes;
  c->sharing->lines = (double)c->numbers.count;
  for (uint32_t l = 0; l < c->numbers.count; l++)
    c->sharing->class_lines[c->line[l].line_class]++;
  return PME_OK;
}

/* ---- pass 2: one thread at a time ---- */

typedef struct draft { /* of a part */
  bool is_used;
  double lines, written_lines;
  pme__tally distances, reuse_times, firsts, edges, write_reuse, write_edges;
} draft;

typedef struct thread_reader {
  collector *c;
  uint32_t thread;
  uint64_t base;     /* references of the threads before */
  uint64_t position; /* of the next reference, from base + 1 */
  pme_arena *scratch;
  draft *drafts; /* by class */
  pme__tally distances;
  uint32_t *touched; /* numbers of the lines of the thread */
  uint32_t touched_count, touched_room;
} thread_reader;

static pme_status draft_open(thread_reader *r, draft *d) {
  uint64_t length = r->c->thread_references[r->thread] + 1;
  pme__tally *times[] = {&d->reuse_times, &d->firsts, &d->edges, &d->write_reuse, &d->write_edges};
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    if (pme__tally_open(r->scratch, length, times[i]) != PME_OK)
      return PME_NO_MEMORY;
  d->is_used = true;
  return pme__tally_open(r->scratch, length < r->c->numbers.count ? length : r->c->numbers.count, &d->distances);
}

static pme_status note_reference(thread_reader *r, pme__line_reference reference, uint32_t number, uint64_t distance) {
  line_facts *line = &r->c->line[number];
  draft *d = &r->drafts[line->line_class];
  pme__sharing_thread *thread = &r->c->sharing->thread[r->thread];
  uint64_t now = ++r->position, own = now - r->base;
  bool is_write = pme__reference_is_write(reference), is_shared = r->c->set[line->set].size > 1;
  if (!d->is_used && draft_open(r, d) != PME_OK)
    return PME_NO_MEMORY;
  thread->shared_references += is_shared;
  thread->shared_writes += is_shared && is_write;
  if (distance == PME_DISTANCE_INFINITE) {
    uint32_t *touched = (uint32_t *)grow(r->touched, &r->touched_room, r->touched_count + 1, sizeof *touched);
    if (!touched)
      return PME_NO_MEMORY;
    r->touched = touched;
    r->touched[r->touched_count++] = number;
    d->lines++;
    pme__tally_add(&d->firsts, own, 1, 0);
    pme__tally_add(&d->edges, own, 1, 0);
  } else {
    uint64_t between = now - line->last - 1;
    pme__tally_add(&d->distances, distance, 1, (double)between);
    pme__tally_add(&r->distances, distance, 1, (double)between);
    pme__tally_add(&d->reuse_times, between + 1, 1, 0);
  }
  line->last = now;
  if (is_write) {
    if (line->last_write > r->base) {
      pme__tally_add(&d->write_reuse, now - line->last_write, 1, 0);
    } else {
      d->written_lines++;
      pme__tally_add(&d->write_edges, own, 1, 0);
    }
    line->last_write = now;
  }
  return PME_OK;
}

static pme_status read_stream(thread_reader *r) {
  pme__line_reference buffer[BUFFER];
  uint64_t numbers[BUFFER], distances[BUFFER];
  pme__distance *engine;
  const pme__streams *streams = r->c->streams;
  pme_status status = pme__distance_open(&(pme__distance_options){0}, &engine);
  if (status != PME_OK)
    return status;
  streams->rewind(streams->context, r->thread);
  for (size_t n; status == PME_OK && (n = streams->read(streams->context, r->thread, buffer, BUFFER)) > 0;) {
    for (size_t i = 0; i < n; i++)
      numbers[i] = pme__line_number(&r->c->numbers, pme__reference_line(buffer[i]));
    pme_distance_references(engine, numbers, n, distances);
    status = pme__distance_status(engine);
    for (size_t i = 0; i < n && status == PME_OK; i++)
      status = note_reference(r, buffer[i], (uint32_t)numbers[i], distances[i]);
  }
  pme__distance_close(engine);
  return status;
}

/* The gaps after the last accesses. */
static void note_lasts(thread_reader *r) {
  for (uint32_t i = 0; i < r->touched_count; i++) {
    const line_facts *line = &r->c->line[r->touched[i]];
    draft *d = &r->drafts[line->line_class];
    pme__tally_add(&d->edges, r->position + 1 - line->last, 1, 0);
    if (line->last_write > r->base)
      pme__tally_add(&d->write_edges, r->position + 1 - line->last_write, 1, 0);
  }
}

static pme_status finish_part(const thread_reader *r, const draft *d, pme__sharing_part *part) {
  pme_arena *arena = r->c->arena;
  double length = (double)(r->position - r->base);
  part->lines = d->lines;
  if (pme__tally_compact(arena, &d->distances, &part->distances) != PME_OK ||
      pme__tally_compact(arena, &d->reuse_times, &part->reuse_times) != PME_OK ||
      pme__tally_compact(arena, &d->firsts, &part->firsts) != PME_OK ||
      pme__footprint_build(arena, &d->reuse_times, &d->edges, d->lines, length, &part->footprint) != PME_OK)
    return PME_NO_MEMORY;
  if (d->written_lines == 0)
    return PME_OK;
  return pme__footprint_build(arena, &d->write_reuse, &d->write_edges, d->written_lines, length,
                              &part->write_footprint);
}

static pme_status finish_thread(thread_reader *r, uint32_t *part_room) {
  pme__sharing *sharing = r->c->sharing;
  pme__sharing_thread *thread = &sharing->thread[r->thread];
  note_lasts(r);
  thread->references = (double)(r->position - r->base);
  thread->lines = r->touched_count;
  thread->first_part = sharing->parts;
  for (uint32_t k = 0; k < sharing->classes; k++) {
    if (!r->drafts[k].is_used)
      continue;
    pme__sharing_part *grown =
        (pme__sharing_part *)grow(sharing->part, part_room, sharing->parts + 1, sizeof *sharing->part);
    if (!grown)
      return PME_NO_MEMORY;
    sharing->part = grown;
    pme__sharing_part *part = &sharing->part[sharing->parts++];
    part->thread = r->thread;
    part->line_class = k;
    thread->parts++;
    if (finish_part(r, &r->drafts[k], part) != PME_OK)
      return PME_NO_MEMORY;
  }
  return pme__tally_compact(r->c->arena, &r->distances, &thread->distances);
}

static pme_status read_thread(collector *c, uint32_t thread, uint64_t base, uint32_t *part_room) {
  thread_reader r = {.c = c, .thread = thread, .base = base, .position = base, .scratch = pme_arena_create()};
  pme_status status = PME_NO_MEMORY;
  if (r.scratch) {
    r.drafts = PME_ARENA_NEW(r.scratch, draft, c->sharing->classes + 1);
    if (r.drafts && pme__tally_open(r.scratch, c->numbers.count, &r.distances) == PME_OK)
      status = read_stream(&r);
    if (status == PME_OK)
      status = finish_thread(&r, part_room);
  }
  pme_reallocate(r.touched, 0);
  pme_arena_destroy(r.scratch);
  return status;
}

static pme_status read_threads(collector *c) {
  pme__sharing *sharing = c->sharing;
  uint32_t part_room = 0;
  uint64_t base = 0;
  pme_status status = PME_OK;
  for (uint32_t t = 0; t < sharing->threads && status == PME_OK; t++) {
    status = read_thread(c, t, base, &part_room);
    base += c->thread_references[t];
  }
  pme__sharing_part *growing = sharing->part;
  sharing->part = PME_ARENA_NEW(c->arena, pme__sharing_part, sharing->parts + 1);
  if (sharing->part && growing)
    memcpy(sharing->part, growing, sizeof *growing * sharing->parts);
  pme_reallocate(growing, 0);
  return sharing->part ? status : PME_NO_MEMORY;
}

static pme_status collect(collector *c, const pme__sharing_options *options) {
  c->sharing->thread = PME_ARENA_NEW(c->arena, pme__sharing_thread, c->sharing->threads);
  c->thread_references = PME_ARENA_NEW(c->arena, uint64_t, c->sharing->threads);
  if (!c->sharing->thread || !c->thread_references)
    return PME_NO_MEMORY;
  uint64_t most_parts = options->most_parts ? options->most_parts : 16 * (uint64_t)c->sharing->threads + 1024;
  pme_status status;
  if ((status = read_sharers(c)) != PME_OK)
    return status;
  keep_sets(c, most_parts);
  if ((status = classify(c, options)) != PME_OK)
    return status;
  return read_threads(c);
}

pme_status pme__sharing_collect(const pme__streams *streams, const pme__sharing_options *options, pme_arena *arena,
                                pme__sharing *out) {
  if (streams->threads == 0)
    return PME_BAD_ARGUMENT;
  if (streams->threads > MOST_THREADS)
    return PME_OVER_BUDGET;
  pme__sharing sharing = {.threads = streams->threads};
  collector c = {.streams = streams, .arena = arena, .sharing = &sharing};
  pme_status status = collect(&c, options);
  pme__line_numbers_close(&c.numbers);
  pme__line_numbers_close(&c.set_numbers);
  pme__line_numbers_close(&c.class_numbers);
  pme_reallocate(c.line, 0);
  pme_reallocate(c.set, 0);
  if (status == PME_OK)
    *out = sharing;
  return status;
}
