/* The map of the exact engine: from lines to a place in `rows` each, by pages of PAGE_LINES lines. */
#ifndef PMECACHE_ANALYSIS_REUSE_DISTANCE_PAGES_H
#define PMECACHE_ANALYSIS_REUSE_DISTANCE_PAGES_H

#include "distance_internal.h"

bool pme__pages_open(page_map *map, const pme_allocator *allocator);
void pme__pages_close(page_map *map, const pme_allocator *allocator);
/* No pages; memory stays. */
void pme__pages_reset(page_map *map);
/* A new page; its row, or UINT32_MAX when memory is exhausted. */
uint32_t pme__pages_add(page_map *map, uint64_t page, const pme_allocator *allocator);

/* Where the page is, or where it would be. */
ALWAYS_INLINE uint32_t pages_probe(const page_map *map, uint64_t page) {
  uint32_t mask = map->size - 1, i = (uint32_t)hash_line(page) & mask;
  while (map->entries[i].key && map->entries[i].key != page + 1)
    i = (i + 1) & mask;
  return i;
}

/* Pages of one array do not get in each other's way, nor does what stands at the same place of arrays of some MB. */
ALWAYS_INLINE uint64_t place_in_seen(uint64_t page) { return (page ^ page >> SEEN_BITS) % PAGES_SEEN; }

/* The entry of a line (an index of `rows`), made if need be; NO_ENTRY when memory is exhausted. */
ALWAYS_INLINE uint32_t pages_entry(page_map *map, uint64_t line, const pme_allocator *allocator) {
  uint64_t page = line / PAGE_LINES;
  page_entry *seen = &map->seen[place_in_seen(page)];
  if (seen->key != page + 1) {
    uint32_t at = pages_probe(map, page),
             row = map->entries[at].key ? map->entries[at].row : pme__pages_add(map, page, allocator);
    if (row == UINT32_MAX)
      return NO_ENTRY;
    *seen = (page_entry){page + 1, row};
  }
  return seen->row * PAGE_LINES + (uint32_t)(line % PAGE_LINES);
}

/* The same when it is there; else NO_ENTRY. */
ALWAYS_INLINE uint32_t pages_find(const page_map *map, uint64_t line) {
  uint64_t page = line / PAGE_LINES;
  const page_entry *seen = &map->seen[place_in_seen(page)];
  if (seen->key != page + 1)
    seen = &map->entries[pages_probe(map, page)];
  return seen->key ? seen->row * PAGE_LINES + (uint32_t)(line % PAGE_LINES) : NO_ENTRY;
}

/* Room for so many slots; made if need be. */
ALWAYS_INLINE bool exact_has_room(pme__distance *e, uint32_t count) {
  return e->slots.size - e->slots.now >= count || (pme__exact_compact(e) && e->slots.size - e->slots.now >= count);
}

/* The owners of slots that will be the newest: each is written once and not soon again, so it is in no near cache. */
ALWAYS_INLINE void fetch_owners(const slots *s, uint32_t first, uint32_t count) {
  enum { IN_LINE = 64 / sizeof(uint32_t) };
  for (uint32_t i = first; i < first + count && i < s->size; i += IN_LINE)
    __builtin_prefetch(&s->owner.entry[i], 1);
}

ALWAYS_INLINE void append_one(pme__distance *e, uint32_t entry) {
  uint32_t slot = slots_append(&e->slots);
  e->slots.owner.entry[slot] = entry;
  e->pages.rows[entry] = slot;
}

/* The recent lines become slots, so that all lines have one. */
ALWAYS_INLINE void flush_front(pme__distance *e) {
  for (uint32_t i = e->front_count; i > 0; i--) {
    append_one(e, pages_entry(&e->pages, e->recent.lines[i - 1], e->options.allocator));
    e->recent.lines[i - 1] = PME_RECENT_NONE;
  }
  e->front_count = 0;
}

#endif
