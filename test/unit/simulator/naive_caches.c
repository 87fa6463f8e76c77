#include "test/unit/simulator/naive_caches.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TABLE_SIZE = 1 << 17 };

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

static bool is_lru(const naive *n, int level) { return n->machine->levels[level].policy.kind == PME_POLICY_LRU; }

/* The set of a line under another policy than LRU. */
static naive_ways ways_of(const naive *n, int level, int instance, uint64_t line, bool shadow) {
  int64_t at = set_index(n, level, instance, line);
  return (naive_ways){.policy = &n->machine->levels[level].policy,
                      .ways = n->machine->levels[level].associativity,
                      .lines = (void **)((shadow ? n->shadow_sets : n->sets)[level] + at),
                      .notes = (shadow ? n->shadow_notes : n->notes)[level] + at,
                      .random = &(shadow ? n->shadow_random : n->random)[level][instance],
                      .now = (int64_t)n->now};
}

/* The same access to the caches that lose nothing to writes. */
static void shadow_line(naive *n, int level, int thread, uint64_t line) {
  int instance = pme_machine_instance_of(n->machine, level, thread, n->team);
  line_state *state = state_of(n, level, instance, line);
  line_state **set = n->shadow_sets[level] + set_index(n, level, instance, line), **oldest = set;
  state->shadow_time = ++n->now;
  naive_ways ways = ways_of(n, level, instance, line, true);
  if (state->shadow_inside) {
    naive_touch(&ways, state);
    return;
  }
  oldest += naive_way_for(&ways);
  for (int w = 0; is_lru(n, level) && w < n->machine->levels[level].associativity && *oldest; w++)
    if (!set[w] || set[w]->shadow_time < (*oldest)->shadow_time)
      oldest = &set[w];
  if (*oldest) {
    (*oldest)->shadow_inside = false;
    (*oldest)->shadow_evictor = thread;
  }
  *oldest = state;
  naive_fill(&ways, state);
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
  naive_ways ways = ways_of(n, level, instance, line, false);
  if (state->inside) {
    naive_touch(&ways, state);
    return;
  }
  count_miss(n, level, thread, node, state);
  state->invalidated = false;
  line_state **set = set_of(n, level, instance, line);
  line_state **way = is_lru(n, level) ? victim_way(set, shape->associativity) : set + naive_way_for(&ways);
  if (*way) {
    (*way)->inside = false;
    (*way)->evictor = thread;
  }
  *way = state;
  naive_fill(&ways, state);
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

void naive_issue(naive *n, int thread, int node, uint64_t address, uint64_t size) {
  n->address = address;
  n->size = size;
  for (int l = 0; l < (n->filtered ? 1 : n->machine->level_count); l++)
    access_level(n, l, thread, node, address, size);
  bool is_write = pme_concrete_node_at(n->concrete, node)->u.access.is_write;
  for (int l = 0; n->coherence && is_write && l < n->machine->level_count; l++)
    invalidate_others(n, l, thread);
}

/* Empty sets under a policy. */
static void create_notes(naive *n, int level, size_t lines, uint64_t seed) {
  size_t cores = (size_t)n->machine->cores, ways = (size_t)n->machine->levels[level].associativity;
  n->notes[level] = calloc(lines * cores, sizeof *n->notes[level]);
  n->shadow_notes[level] = calloc(lines * cores, sizeof *n->shadow_notes[level]);
  n->random[level] = calloc(cores, sizeof *n->random[level]);
  n->shadow_random[level] = calloc(cores, sizeof *n->shadow_random[level]);
  assert_true(n->notes[level] && n->shadow_notes[level] && n->random[level] && n->shadow_random[level]);
  for (size_t at = 0; at < lines * cores; at += ways) {
    const pme_policy *policy = &n->machine->levels[level].policy;
    naive_init(&(naive_ways){.policy = policy, .ways = (int)ways, .notes = n->notes[level] + at});
    naive_init(&(naive_ways){.policy = policy, .ways = (int)ways, .notes = n->shadow_notes[level] + at});
  }
  for (size_t i = 0; i < cores; i++)
    n->random[level][i] = n->shadow_random[level][i] = seed + ((uint64_t)level << 32) + i;
}

naive *naive_create(const pme_concrete *concrete, const pme_machine *machine, const pme_simulate_options *options) {
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
    create_notes(n, l, lines, options->seed);
  }
  return n;
}

void naive_free(naive *n) {
  for (int l = 0; l < n->machine->level_count; l++) {
    free(n->lines[l]);
    free(n->sets[l]);
    free(n->shadow_sets[l]);
    free(n->notes[l]);
    free(n->shadow_notes[l]);
    free(n->random[l]);
    free(n->shadow_random[l]);
  }
  free(n);
}
