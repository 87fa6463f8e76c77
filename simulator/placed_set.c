/* Sets under a policy that leaves lines in their ways. */
#include "level.h"
#include "policy/replacement.h"

static sim_ways ways_of(const sim_level *level, sim_cache *cache, uint64_t set) {
  uint64_t first = set * (uint64_t)level->ways;
  return (sim_ways){.policy = &level->policy,
                    .ways = level->ways,
                    .tags = cache->tags + first,
                    .marks = cache->marks + first,
                    .random = &cache->random};
}

bool pme__sim_placed_create(sim_level *level, sim_cache *cache) {
  cache->marks = pme__sim_grow(level->memory, NULL, 0, level->sets * (uint64_t)level->ways);
  return cache->marks != NULL;
}

void pme__sim_placed_reset(sim_level *level, sim_cache *cache) {
  for (uint64_t s = 0; s < level->sets; s++) {
    sim_ways set = ways_of(level, cache, s);
    sim_init_ways(&set);
  }
}

void pme__sim_placed_touch(sim_level *level, sim_cache *cache, uint64_t line, uint64_t meta) {
  sim_ways set = ways_of(level, cache, sim_level_set(level, line));
  int way = sim_way_of(&set, line);
  if (way < set.ways) {
    if (!level->policy.loads_only || !level->writes || !level->writes[sim_meta_reference(meta)])
      sim_touch_way(&set, way);
    return;
  }
  way = sim_way_for_new(&set);
  uint64_t victim = set.tags[way];
  sim_fill_way(&set, way);
  set.tags[way] = line;
  pme__sim_level_miss(level, cache, line, victim, meta);
}

void pme__sim_placed_remove(sim_level *level, sim_cache *cache, uint64_t line) {
  sim_ways set = ways_of(level, cache, sim_level_set(level, line));
  set.tags[sim_way_of(&set, line)] = SIM_NO_LINE;
}
