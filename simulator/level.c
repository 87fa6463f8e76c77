/* What a cache level does with a batch of accesses: looks each up in its set, counts misses, hands them on. */
#include "level.h"

#include <string.h>

#include "pmecache/arena.h"

enum { BELOW_CAPACITY = 2048, PREFETCH_DISTANCE = 8, PREFETCH_BYTES = 16 << 10 };

/* ---- misses ---- */

static void pass_down(sim_level *level, uint64_t line, uint64_t meta) {
  if (level->below_count == level->below_capacity)
    pme__sim_level_flush(level);
  uint64_t line_bytes = UINT64_C(1) << level->line_shift;
  level->below_entries[level->below_count++] =
      (sim_entry){line << level->line_shift, (line_bytes - 1) << 32 | (uint32_t)meta};
}

/* Remembers who threw the victim out. */
static bool note_victim(sim_level *level, sim_cache *cache, uint64_t victim, uint32_t thread) {
  uint32_t *record = sim_history_at(&cache->history, level->memory, victim);
  if (record)
    *record = SIM_EVICTED + thread;
  return record != NULL;
}

/* Of an instance that remembers evictors. */
static bool count_by_history(sim_level *level, sim_cache *cache, uint64_t line, uint64_t victim, uint64_t meta) {
  sim_counts *counts = &level->counts[sim_meta_reference(meta)];
  uint32_t thread = sim_meta_thread(meta);
  uint32_t *record = sim_history_at(&cache->history, level->memory, line);
  const uint32_t *lost = record && *record == SIM_INVALIDATED ? pme__sim_coherence_record(level, cache, line) : record;
  if (!lost)
    return false;
  if (*lost == 0)
    counts->cold++;
  else if (*lost == SIM_EVICTED + thread)
    counts->self++;
  else if (*lost != SIM_INVALIDATED)
    counts->other_threads++;
  else if (!pme__sim_coherence_miss(level, cache, line, counts))
    return false;
  *record = SIM_SEEN;
  if (level->coherent && !pme__sim_coherence_hold(level, cache, line))
    return false;
  return victim == SIM_NO_LINE || note_victim(level, cache, victim, thread);
}

/* Of an instance that one thread uses: only that thread can have evicted the line. */
static bool count_by_seen(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta) {
  sim_counts *counts = &level->counts[sim_meta_reference(meta)];
  int seen = sim_seen_mark(&cache->seen, level->memory, line);
  if (seen < 0)
    return false;
  if (seen)
    counts->self++;
  else
    counts->cold++;
  return true;
}

void pme__sim_level_miss(sim_level *level, sim_cache *cache, uint64_t line, uint64_t victim, uint64_t meta) {
  bool good = cache->contended || cache->list.next ? count_by_history(level, cache, line, victim, meta)
                                                   : count_by_seen(level, cache, line, meta);
  if (!good)
    level->out_of_memory = true;
  else if (level->below)
    pass_down(level, line, meta);
}

/* ---- few ways ---- */

static inline __attribute__((always_inline)) void touch_small(sim_level *level, sim_cache *cache, uint64_t line,
                                                              uint64_t meta, int ways) {
  uint64_t victim;
  if (!sim_lru_reference(&cache->tags[sim_level_set(level, line) * (uint64_t)ways], ways, line, &victim))
    pme__sim_level_miss(level, cache, line, victim, meta);
}

void pme__sim_small_remove(sim_level *level, sim_cache *cache, uint64_t line) {
  if (level->policy.kind != PME_POLICY_LRU) {
    pme__sim_placed_remove(level, cache, line);
    return;
  }
  sim_lru_remove(&cache->tags[sim_level_set(level, line) * (uint64_t)level->ways], level->ways, line);
}

/* Tags of large caches are themselves not in the processor's cache: ask for them some accesses ahead. */
static inline __attribute__((always_inline)) void prefetch_set(const sim_level *level, const sim_entry *entry,
                                                               int ways) {
  const sim_cache *cache = &level->caches[level->instance_of[sim_meta_thread(entry->meta)]];
  uint64_t line = entry->address >> level->line_shift;
  const uint64_t *tags = &cache->tags[sim_level_set(level, line) * (uint64_t)ways];
  __builtin_prefetch(tags, 1);
  if (ways > 8)
    __builtin_prefetch(tags + 8, 1);
}

static inline __attribute__((always_inline)) void consume_entry(sim_level *level, const sim_entry *entry, int ways) {
  const uint64_t offset_mask = (UINT64_C(1) << level->line_shift) - 1;
  uint64_t address = entry->address, meta = entry->meta;
  sim_cache *cache = &level->caches[level->instance_of[sim_meta_thread(meta)]];
  uint64_t line = address >> level->line_shift;
  touch_small(level, cache, line, meta, ways);
  uint64_t more = ((address & offset_mask) + sim_meta_last_byte(meta)) >> level->line_shift;
  while (more-- > 0)
    touch_small(level, cache, ++line, meta, ways);
}

static inline __attribute__((always_inline)) void consume_small(sim_level *level, const sim_entry *entries, int count,
                                                                int ways) {
  int i = 0;
  for (; level->prefetch && i < count - PREFETCH_DISTANCE; i++) {
    prefetch_set(level, &entries[i + PREFETCH_DISTANCE], ways);
    consume_entry(level, &entries[i], ways);
  }
  for (; i < count; i++)
    consume_entry(level, &entries[i], ways);
}

typedef void touch_line(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta);

static inline __attribute__((always_inline)) void consume_by(sim_level *level, const sim_entry *entries, int count,
                                                             touch_line *touch) {
  const uint64_t offset_mask = (UINT64_C(1) << level->line_shift) - 1;
  for (int i = 0; i < count; i++) {
    uint64_t meta = entries[i].meta;
    sim_cache *cache = &level->caches[level->instance_of[sim_meta_thread(meta)]];
    uint64_t line = entries[i].address >> level->line_shift;
    uint64_t more = ((entries[i].address & offset_mask) + sim_meta_last_byte(meta)) >> level->line_shift;
    touch(level, cache, line, meta);
    while (more-- > 0)
      touch(level, cache, ++line, meta);
  }
}

static bool is_placed(const sim_level *level) { return level->policy.kind != PME_POLICY_LRU; }

static void count_accesses(sim_level *level, const sim_entry *entries, int count) {
  for (int i = 0; i < count; i++)
    level->counts[sim_meta_reference(entries[i].meta)].accesses++;
}

/* The usual numbers of ways get a loop of constant length. */
static void consume(sim_level *level, const sim_entry *entries, int count) {
  if (level->count_accesses)
    count_accesses(level, entries, count);
  if (is_placed(level))
    consume_by(level, entries, count, pme__sim_placed_touch);
  else if (level->ways > SIM_MOST_SMALL_WAYS)
    consume_by(level, entries, count, pme__sim_wide_touch);
  else if (level->ways == 4)
    consume_small(level, entries, count, 4);
  else if (level->ways == 8)
    consume_small(level, entries, count, 8);
  else if (level->ways == 16)
    consume_small(level, entries, count, 16);
  else
    consume_small(level, entries, count, level->ways);
}

void pme__sim_level_consume(sim_level *level, const sim_entry *entries, int count) {
  if (!level->shadow) {
    consume(level, entries, count);
    return;
  }
  level->shadow->instance_of = level->instance_of;
  for (int i = 0; i < count; i++) {
    consume(level, &entries[i], 1); /* its misses look at the shadow as it is before this access */
    consume(level->shadow, &entries[i], 1);
  }
}

void pme__sim_level_flush(sim_level *level) {
  if (!level->below)
    return;
  int count = level->below_count;
  level->below_count = 0;
  pme__sim_level_consume(level->below, level->below_entries, count);
}

/* ---- life ---- */

static bool create_cache(sim_level *level, sim_cache *cache) {
  uint64_t lines = level->sets * (uint64_t)level->ways;
  if (lines > SIZE_MAX / sizeof *cache->tags / 2)
    return false;
  cache->tags = pme__sim_grow(level->memory, NULL, 0, lines * sizeof *cache->tags);
  if (!cache->tags)
    return false;
  if (is_placed(level))
    return pme__sim_placed_create(level, cache);
  return level->ways <= SIM_MOST_SMALL_WAYS || pme__sim_wide_create(level, cache);
}

bool pme__sim_level_create(sim_level *level, const pme_cache_level *shape, int instances, int references,
                           sim_memory *memory) {
  memset(level, 0, sizeof *level);
  while ((1 << level->line_shift) < shape->line_bytes)
    level->line_shift++;
  level->ways = shape->associativity;
  level->policy = shape->policy;
  level->sets = (uint64_t)pme_cache_sets(shape);
  level->sets_power_of_two = (level->sets & (level->sets - 1)) == 0;
  level->memory = memory;
  level->caches = pme__sim_grow(memory, NULL, 0, (size_t)instances * sizeof *level->caches);
  level->counts = pme__sim_grow(memory, NULL, 0, ((size_t)references + 1) * sizeof *level->counts);
  level->below_entries = pme__sim_grow(memory, NULL, 0, BELOW_CAPACITY * sizeof *level->below_entries);
  level->below_capacity = BELOW_CAPACITY;
  if (!level->caches || !level->counts || !level->below_entries)
    return false;
  memset(level->caches, 0, (size_t)instances * sizeof *level->caches);
  memset(level->counts, 0, ((size_t)references + 1) * sizeof *level->counts);
  level->instance_count = instances;
  level->prefetch = level->sets * (uint64_t)level->ways > PREFETCH_BYTES / sizeof(uint64_t) / (uint64_t)instances;
  for (int i = 0; i < instances; i++)
    if (!create_cache(level, &level->caches[i]))
      return false;
  return pme__sim_level_reset(level);
}

void pme__sim_level_seed(sim_level *level, uint64_t seed) {
  level->seed = seed;
  for (int i = 0; i < level->instance_count; i++)
    level->caches[i].random = seed + (uint64_t)i;
}

bool pme__sim_level_reset(sim_level *level) {
  for (int i = 0; i < level->instance_count; i++) {
    sim_cache *cache = &level->caches[i];
    memset(cache->tags, 0xff, level->sets * (uint64_t)level->ways * sizeof *cache->tags);
    if (is_placed(level))
      pme__sim_placed_reset(level, cache);
    else if (level->ways > SIM_MOST_SMALL_WAYS)
      pme__sim_wide_reset(level, cache);
    pme__sim_history_forget(&cache->history);
    pme__sim_history_forget(&cache->written);
    pme__sim_seen_forget(&cache->seen);
  }
  pme__sim_history_forget(&level->holders);
  level->below_count = 0;
  return !level->shadow || pme__sim_level_reset(level->shadow);
}

void pme__sim_level_destroy(sim_level *level) {
  if (level->shadow)
    pme__sim_level_destroy(level->shadow);
  pme_reallocate(level->shadow, 0);
  for (int i = 0; level->caches && i < level->instance_count; i++) {
    sim_cache *cache = &level->caches[i];
    pme_reallocate(cache->tags, 0);
    pme_reallocate(cache->marks, 0);
    pme_reallocate(cache->list.next, 0);
    pme_reallocate(cache->list.previous, 0);
    pme_reallocate(cache->ends, 0);
    pme__sim_history_destroy(&cache->history);
    pme__sim_history_destroy(&cache->written);
    pme__sim_seen_destroy(&cache->seen);
  }
  pme__sim_history_destroy(&level->holders);
  pme_reallocate(level->caches, 0);
  pme_reallocate(level->counts, 0);
  pme_reallocate(level->below_entries, 0);
  memset(level, 0, sizeof *level);
}
