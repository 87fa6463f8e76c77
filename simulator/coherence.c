/* Invalidation by writes: who holds a line, who lost it, and what was written since. */
#include "coherence.h"

/* Records of level->holders: 0 nobody yet; instance + 1: only this one ever held the line; several did. Most lines have
 * one holder for ever, and a write to such a line need not look into the other instances. */
#define SEVERAL UINT32_MAX

static uint32_t only_holder(const sim_level *level, const sim_cache *cache) {
  return (uint32_t)(cache - level->caches) + 1;
}

static bool make_coherent(sim_level *level, const pme_cache_level *shape, int references) {
  level->coherent = true;
  level->shadow = pme__sim_grow(level->memory, NULL, 0, sizeof *level->shadow);
  if (!level->shadow || !pme__sim_level_create(level->shadow, shape, level->instance_count, references, level->memory))
    return false;
  pme__sim_level_seed(level->shadow, level->seed);
  for (int i = 0; i < level->instance_count; i++) /* they must remember how each line was lost */
    level->caches[i].contended = level->shadow->caches[i].contended = true;
  return true;
}

pme_status pme__sim_coherence_enable(sim_stream *stream, const bool *writes, int references, pme_error *error) {
  stream->writes = writes;
  for (int l = 0; l < stream->level_count; l++) {
    sim_level *level = &stream->levels[l];
    if (level->instance_count == 1 || make_coherent(level, &stream->machine->levels[l], references))
      continue;
    if (stream->memory.limit_reached)
      return pme_error_set(error, PME_OVER_BUDGET, 0, 0, "the caches of this machine exceed the memory limit");
    return pme_error_set(error, PME_NO_MEMORY, 0, 0, "out of memory");
  }
  return PME_OK;
}

/* ---- bytes of a line ---- */

/* The units of `line` that the bytes of `entry` touch; it may touch other lines, or none of this one. */
static uint64_t units_of(const sim_level *level, const sim_entry *entry, uint64_t line) {
  int unit_shift = level->line_shift > 6 ? level->line_shift - 6 : 0;
  uint64_t first = entry->address, last = first + sim_meta_last_byte(entry->meta);
  uint64_t line_first = line << level->line_shift, line_last = line_first + (UINT64_C(1) << level->line_shift) - 1;
  if (last < line_first || first > line_last)
    return 0;
  uint64_t from = (first > line_first ? first - line_first : 0) >> unit_shift;
  uint64_t to = ((last < line_last ? last : line_last) - line_first) >> unit_shift;
  return (UINT64_MAX >> (63 - (to - from))) << from;
}

/* What others wrote of a line that this cache lost: two records, low and high half. */
static uint32_t *written_units(sim_level *level, sim_cache *cache, uint64_t line) {
  return sim_history_at(&cache->written, level->memory, 2 * line);
}

static bool set_written(sim_level *level, sim_cache *cache, uint64_t line, uint64_t units) {
  uint32_t *halves = written_units(level, cache, line);
  if (!halves)
    return false;
  halves[0] = (uint32_t)units;
  halves[1] = (uint32_t)(units >> 32);
  return true;
}

static bool add_written(sim_level *level, sim_cache *cache, uint64_t line, uint64_t units) {
  uint32_t *halves = written_units(level, cache, line);
  if (!halves)
    return false;
  halves[0] |= (uint32_t)units;
  halves[1] |= (uint32_t)(units >> 32);
  return true;
}

/* ---- misses ---- */

const uint32_t *pme__sim_coherence_record(sim_level *level, const sim_cache *cache, uint64_t line) {
  static const uint32_t invalidated = SIM_INVALIDATED;
  sim_cache *shadow = &level->shadow->caches[cache - level->caches];
  const uint32_t *record = sim_history_at(&shadow->history, level->memory, line);
  return record && (*record == SIM_SEEN || (*record & SIM_RESIDENT)) ? &invalidated : record;
}

bool pme__sim_coherence_miss(sim_level *level, sim_cache *cache, uint64_t line, sim_counts *counts) {
  uint32_t *halves = written_units(level, cache, line);
  if (!halves)
    return false;
  uint64_t written = (uint64_t)halves[1] << 32 | halves[0];
  counts->coherence++;
  if ((written & units_of(level, level->origin, line)) == 0)
    counts->false_sharing++;
  return true;
}

bool pme__sim_coherence_hold(sim_level *level, const sim_cache *cache, uint64_t line) {
  uint32_t *holder = sim_history_at(&level->holders, level->memory, line);
  if (!holder)
    return false;
  uint32_t own = only_holder(level, cache);
  if (*holder != own)
    *holder = *holder == 0 ? own : SEVERAL;
  return true;
}

/* ---- writes ---- */

static bool invalidate(sim_level *level, sim_cache *cache, uint64_t line, uint64_t units) {
  uint32_t *record = sim_history_at(&cache->history, level->memory, line);
  if (!record)
    return false;
  if (*record == SIM_INVALIDATED)
    return add_written(level, cache, line, units);
  if (*record != SIM_SEEN && !(*record & SIM_RESIDENT))
    return true; /* never held, or evicted */
  if (*record & SIM_RESIDENT)
    pme__sim_wide_remove(level, cache, line, *record & ~SIM_RESIDENT);
  else
    pme__sim_small_remove(level, cache, line);
  *record = SIM_INVALIDATED;
  return set_written(level, cache, line, units);
}

static bool write_line(sim_level *level, const sim_cache *own, const sim_entry *entry, uint64_t line) {
  const uint32_t *holder = sim_history_at(&level->holders, level->memory, line);
  if (!holder)
    return false;
  if (*holder == 0 || *holder == only_holder(level, own))
    return true;
  for (int i = 0; i < level->instance_count; i++)
    if (&level->caches[i] != own && !invalidate(level, &level->caches[i], line, units_of(level, entry, line)))
      return false;
  return true;
}

static void write_level(sim_level *level, const sim_entry *entry) {
  const sim_cache *own = &level->caches[level->instance_of[sim_meta_thread(entry->meta)]];
  uint64_t last = (entry->address + sim_meta_last_byte(entry->meta)) >> level->line_shift;
  for (uint64_t line = entry->address >> level->line_shift; line <= last; line++)
    if (!write_line(level, own, entry, line))
      level->out_of_memory = true;
}

/* ---- the stream ---- */

static void consume_entry(sim_stream *stream, const sim_entry *entry) {
  for (int l = 0; l < stream->level_count; l++)
    stream->levels[l].origin = entry;
  for (int l = 0; l < stream->level_count && (l == 0 || !stream->filtered); l++)
    pme__sim_level_consume(&stream->levels[l], entry, 1);
  for (int l = 0; l < stream->level_count; l++)
    pme__sim_level_flush(&stream->levels[l]);
  for (int l = 0; stream->writes[sim_meta_reference(entry->meta)] && l < stream->level_count; l++)
    if (stream->levels[l].coherent)
      write_level(&stream->levels[l], entry);
}

void pme__sim_coherence_consume(sim_stream *stream, const sim_entry *entries, int count) {
  for (int i = 0; i < count; i++)
    consume_entry(stream, &entries[i]);
}
