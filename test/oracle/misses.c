#include "misses.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Every set is a list of line numbers, most recently used first. */
struct cache {
  uint64_t *lines;
  uint64_t sets, ways, line_bytes;
  uint64_t accesses, misses;
};

static const uint64_t EMPTY = UINT64_MAX;

static void touch_line(struct cache *cache, uint64_t line) {
  uint64_t *set = cache->lines + line % cache->sets * cache->ways;
  uint64_t way = 0;
  while (way < cache->ways && set[way] != line)
    way++;
  if (way == cache->ways) {
    cache->misses++;
    way--;
  }
  memmove(set + 1, set, way * sizeof *set);
  set[0] = line;
}

static void touch(struct cache *cache, const struct recorded_access *access) {
  uint64_t last = access->address + (access->bytes ? access->bytes - 1 : 0);
  cache->accesses++;
  for (uint64_t line = access->address / cache->line_bytes; line <= last / cache->line_bytes; line++)
    touch_line(cache, line);
}

void count_misses(const struct recorded_trace *trace, const pme_machine *machine, FILE *out) {
  for (int level = 0; level < machine->level_count; level++) {
    const pme_cache_level *shape = &machine->levels[level];
    struct cache cache = {.sets = (uint64_t)pme_cache_sets(shape),
                          .ways = (uint64_t)shape->associativity,
                          .line_bytes = (uint64_t)shape->line_bytes};
    uint64_t entries = cache.sets * cache.ways;
    cache.lines = malloc(entries * sizeof *cache.lines);
    if (!cache.lines)
      oracle_fail("out of memory");
    for (uint64_t i = 0; i < entries; i++)
      cache.lines[i] = EMPTY;
    for (size_t i = 0; trace->thread_count && i < trace->threads[0].count; i++) {
      const struct recorded_access *access = &trace->threads[0].accesses[i];
      const struct recorded_site *site = &trace->sites[access->site];
      if (!(site->flags & TRACE_LOCAL_SCALAR) && site->line)
        touch(&cache, access);
    }
    fprintf(out, "%s accesses %" PRIu64 " misses %" PRIu64 "\n", shape->name, cache.accesses, cache.misses);
    free(cache.lines);
  }
}
