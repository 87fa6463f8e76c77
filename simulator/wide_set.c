/* Sets of many ways, up to full associativity: a list in order of recency over slots. The history of a line tells its
 * slot, so that a touch costs the same for any number of ways. */
#include <string.h>

#include "level.h"

enum { YOUNGEST, OLDEST, COUNT, ENDS };

bool pme__sim_wide_create(sim_level *level, sim_cache *cache) {
  uint64_t slots = level->sets * (uint64_t)level->ways;
  if (slots >= SIM_RESIDENT)
    return false;
  cache->next = pme__sim_grow(level->memory, NULL, 0, slots * sizeof(uint32_t));
  cache->previous = pme__sim_grow(level->memory, NULL, 0, slots * sizeof(uint32_t));
  cache->ends = pme__sim_grow(level->memory, NULL, 0, level->sets * ENDS * sizeof(uint32_t));
  return cache->next && cache->previous && cache->ends;
}

void pme__sim_wide_reset(sim_level *level, sim_cache *cache) {
  memset(cache->ends, 0, level->sets * ENDS * sizeof(uint32_t));
}

static void unlink_slot(sim_cache *cache, uint32_t *ends, uint32_t slot) {
  if (slot == ends[YOUNGEST])
    ends[YOUNGEST] = cache->next[slot];
  else
    cache->next[cache->previous[slot]] = cache->next[slot];
  if (slot == ends[OLDEST])
    ends[OLDEST] = cache->previous[slot];
  else
    cache->previous[cache->next[slot]] = cache->previous[slot];
  ends[COUNT]--;
}

static void put_first(sim_cache *cache, uint32_t *ends, uint32_t slot) {
  if (ends[COUNT] == 0) {
    ends[OLDEST] = slot;
  } else {
    cache->next[slot] = ends[YOUNGEST];
    cache->previous[ends[YOUNGEST]] = slot;
  }
  ends[YOUNGEST] = slot;
  ends[COUNT]++;
}

static void put_last(sim_cache *cache, uint32_t *ends, uint32_t slot) {
  if (ends[COUNT] == 0) {
    ends[YOUNGEST] = slot;
  } else {
    cache->previous[slot] = ends[OLDEST];
    cache->next[ends[OLDEST]] = slot;
  }
  ends[OLDEST] = slot;
  ends[COUNT]++;
}

/* The slot stays in the list, empty, as the oldest: slots that were never used go first, then empty ones. */
void pme__sim_wide_remove(sim_level *level, sim_cache *cache, uint64_t line, uint32_t slot) {
  uint32_t *ends = &cache->ends[sim_level_set(level, line) * ENDS];
  unlink_slot(cache, ends, slot);
  put_last(cache, ends, slot);
  cache->tags[slot] = SIM_NO_LINE;
}

void pme__sim_wide_touch(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta) {
  uint64_t set = sim_level_set(level, line);
  uint32_t *ends = &cache->ends[set * ENDS];
  if (ends[COUNT] > 0 && cache->tags[ends[YOUNGEST]] == line)
    return;
  uint32_t *record = sim_history_at(&cache->history, level->memory, line);
  if (!record) {
    level->out_of_memory = true;
    return;
  }
  uint64_t victim = SIM_NO_LINE;
  uint32_t slot;
  bool hit = (*record & SIM_RESIDENT) != 0;
  if (hit) {
    slot = *record & ~SIM_RESIDENT;
    unlink_slot(cache, ends, slot);
  } else if (ends[COUNT] < (uint32_t)level->ways) {
    slot = (uint32_t)(set * (uint64_t)level->ways) + ends[COUNT];
  } else {
    slot = ends[OLDEST];
    victim = cache->tags[slot];
    unlink_slot(cache, ends, slot);
  }
  put_first(cache, ends, slot);
  if (hit)
    return;
  cache->tags[slot] = line;
  pme__sim_level_miss(level, cache, line, victim, meta);
  *record = SIM_RESIDENT | slot;
}
