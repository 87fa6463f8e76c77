/* Sets of many ways, up to full associativity. The history of a line tells the slot that holds it, so that a touch
 * costs the same for any number of ways. */
#include <string.h>

#include "level.h"

bool pme__sim_wide_create(sim_level *level, sim_cache *cache) {
  uint64_t slots = level->sets * (uint64_t)level->ways;
  if (slots >= SIM_RESIDENT)
    return false;
  cache->list.next = pme__sim_grow(level->memory, NULL, 0, slots * sizeof(uint32_t));
  cache->list.previous = pme__sim_grow(level->memory, NULL, 0, slots * sizeof(uint32_t));
  cache->ends = pme__sim_grow(level->memory, NULL, 0, level->sets * sizeof *cache->ends);
  return cache->list.next && cache->list.previous && cache->ends;
}

void pme__sim_wide_reset(sim_level *level, sim_cache *cache) {
  memset(cache->ends, 0, level->sets * sizeof *cache->ends);
}

/* The slot stays in the list, empty, as the oldest: slots that were never used go first, then empty ones. */
void pme__sim_wide_remove(sim_level *level, sim_cache *cache, uint64_t line, uint32_t slot) {
  sim_lru_ends *ends = &cache->ends[sim_level_set(level, line)];
  sim_lru_unlink(cache->list, ends, slot);
  sim_lru_put_last(cache->list, ends, slot);
  cache->tags[slot] = SIM_NO_LINE;
}

/* The slot for a line that comes in: unlinked, and what it held in *victim. */
static inline uint32_t clear_slot(const sim_level *level, const sim_cache *cache, uint64_t set, uint64_t *victim) {
  sim_lru_ends *ends = &cache->ends[set];
  *victim = SIM_NO_LINE;
  if (ends->count < (uint32_t)level->ways)
    return (uint32_t)(set * (uint64_t)level->ways) + ends->count;
  uint32_t slot = ends->oldest;
  *victim = cache->tags[slot];
  sim_lru_unlink(cache->list, ends, slot);
  return slot;
}

static inline void fill(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta, uint32_t *record) {
  uint64_t victim, set = sim_level_set(level, line);
  uint32_t slot = clear_slot(level, cache, set, &victim);
  sim_lru_put_first(cache->list, &cache->ends[set], slot);
  cache->tags[slot] = line;
  pme__sim_level_miss(level, cache, line, victim, meta);
  *record = SIM_RESIDENT | slot;
}

void pme__sim_wide_touch(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta) {
  sim_lru_ends *ends = &cache->ends[sim_level_set(level, line)];
  if (ends->count > 0 && cache->tags[ends->youngest] == line)
    return;
  uint32_t *record = sim_history_at(&cache->history, level->memory, line);
  if (!record) {
    level->out_of_memory = true;
  } else if (*record & SIM_RESIDENT) {
    uint32_t slot = *record & ~SIM_RESIDENT;
    sim_lru_unlink(cache->list, ends, slot);
    sim_lru_put_first(cache->list, ends, slot);
  } else {
    fill(level, cache, line, meta, record);
  }
}
