/* The exact engine: every line is remembered. Spec 2.2. */
#include <string.h>

#include "distance_internal.h"

enum { FIRST_KEYS = 1024, FIRST_ROWS = 64, AHEAD = 64, MANY_PAGES = 2048 };

/* ---- pages ---- */

static size_t row_bytes(uint32_t rows) { return sizeof(uint32_t) * PAGE_LINES * rows; }

static size_t entry_bytes(uint32_t size) { return sizeof(page_entry) * (size_t)size; }

static bool pages_open(page_map *map, const pme_allocator *allocator) {
  map->size = FIRST_KEYS;
  map->row_room = FIRST_ROWS;
  map->entries = (page_entry *)pme_allocator_reallocate(allocator, NULL, 0, entry_bytes(FIRST_KEYS));
  map->rows = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, row_bytes(FIRST_ROWS));
  return map->entries && map->rows;
}

static void pages_reset(page_map *map) {
  memset(map->entries, 0, entry_bytes(map->size));
  map->used = 0;
  map->last_page = UINT64_MAX;
}

/* Where the page is, or where it would be. */
ALWAYS_INLINE uint32_t pages_probe(const page_map *map, uint64_t page) {
  uint32_t mask = map->size - 1, i = (uint32_t)hash_line(page) & mask;
  while (map->entries[i].key && map->entries[i].key != page + 1)
    i = (i + 1) & mask;
  return i;
}

static bool pages_grow_entries(page_map *map, const pme_allocator *allocator) {
  page_map old = *map;
  uint32_t size = old.size * 2;
  page_entry *entries = size ? (page_entry *)pme_allocator_reallocate(allocator, NULL, 0, entry_bytes(size)) : NULL;
  if (!entries)
    return false;
  memset(entries, 0, entry_bytes(size));
  map->entries = entries;
  map->size = size;
  for (uint32_t i = 0; i < old.size; i++)
    if (old.entries[i].key)
      entries[pages_probe(map, old.entries[i].key - 1)] = old.entries[i];
  pme_allocator_reallocate(allocator, old.entries, entry_bytes(old.size), 0);
  return true;
}

static bool pages_grow_rows(page_map *map, const pme_allocator *allocator) {
  if (map->row_room > UINT32_MAX / PAGE_LINES / 2)
    return false;
  uint32_t room = map->row_room * 2;
  uint32_t *rows =
      (uint32_t *)pme_allocator_reallocate(allocator, map->rows, row_bytes(map->row_room), row_bytes(room));
  if (!rows)
    return false;
  map->rows = rows;
  map->row_room = room;
  return true;
}

/* A new page; its row, or UINT32_MAX when memory is exhausted. */
static __attribute__((noinline)) uint32_t pages_add(page_map *map, uint64_t page, const pme_allocator *allocator) {
  if ((map->used * 2 >= map->size && !pages_grow_entries(map, allocator)) ||
      (map->used == map->row_room && !pages_grow_rows(map, allocator)))
    return UINT32_MAX;
  uint32_t at = pages_probe(map, page), row = map->used++;
  map->entries[at] = (page_entry){page + 1, row};
  memset(map->rows + (size_t)row * PAGE_LINES, 0xff, row_bytes(1));
  return row;
}

/* The entry of a line (an index of `rows`), made if need be; UINT32_MAX when memory is exhausted. */
ALWAYS_INLINE uint32_t pages_entry(page_map *map, uint64_t line, const pme_allocator *allocator) {
  uint64_t page = line / PAGE_LINES;
  if (page != map->last_page) {
    uint32_t at = pages_probe(map, page),
             row = map->entries[at].key ? map->entries[at].row : pages_add(map, page, allocator);
    if (row == UINT32_MAX)
      return UINT32_MAX;
    map->last_row = row;
    map->last_page = page;
  }
  return map->last_row * PAGE_LINES + (uint32_t)(line % PAGE_LINES);
}

/* ---- compaction ---- */

/* Renumbers the slots; twice the room when they would soon be full again. */
static __attribute__((noinline)) bool compact(pme_distance *e) {
  slots *s = &e->slots;
  uint32_t next = 0;
  for (uint32_t w = 0; w < s->size / 64; w++)
    for (uint64_t word = s->bits[w]; word; word &= word - 1) {
      uint32_t entry = s->owner.entry[w * 64 + (uint32_t)__builtin_ctzll(word)];
      s->owner.entry[next] = entry;
      e->pages.rows[entry] = next++;
    }
  if (next > s->size / 8 * 3 && (s->size > UINT32_MAX / 4 || pme__slots_resize(s, s->size * 2, e->options.allocator))) {
    e->status = PME_NO_MEMORY;
    return false;
  }
  pme__slots_reset(s, next);
  return true;
}

/* ---- one reference ---- */

/* The distance of a line that is not in the front, whose entry is known. */
ALWAYS_INLINE uint64_t step(pme_distance *e, uint64_t line, uint32_t entry) {
  slots *s = &e->slots;
  uint64_t distance = PME_DISTANCE_INFINITE;
  uint32_t slot = e->pages.rows[entry];
  if (slot != NO_SLOT) {
    distance = e->front_count + slots_after(s, slot);
    slots_remove(s, slot);
  }
  if (e->front_count == FRONT_LINES) {
    uint32_t oldest = e->front_entry[FRONT_LINES - 1];
    uint32_t newest = slots_append(s);
    s->owner.entry[newest] = oldest;
    e->pages.rows[oldest] = newest;
  } else {
    e->front_count++;
  }
  e->front_line[e->front_count - 1] = line;
  e->front_entry[e->front_count - 1] = entry;
  front_rise(e, e->front_count - 1);
  return distance;
}

/* `entry` is that of the line, when `staged`. */
ALWAYS_INLINE uint64_t reference(pme_distance *e, uint64_t line, bool staged, uint32_t entry) {
  uint32_t i = front_find(e, line);
  if (i < FRONT_LINES) {
    front_rise(e, i);
    return i;
  }
  if (slots_full(&e->slots) && !compact(e))
    return PME_DISTANCE_UNKNOWN;
  if (!staged)
    entry = pages_entry(&e->pages, line, e->options.allocator);
  if (entry == UINT32_MAX) {
    e->status = PME_NO_MEMORY;
    return PME_DISTANCE_UNKNOWN;
  }
  return step(e, line, entry);
}

/* AHEAD references at a time: first their entries, then what the entries point to, so that the misses of the caches of
 * this machine overlap. Worth it only when the map does not fit them. */
ALWAYS_INLINE void run_staged(pme_distance *e, const uint64_t *lines, uint32_t count, uint64_t *distances) {
  uint32_t entries[AHEAD];
  for (uint32_t i = 0; i < count; i++)
    __builtin_prefetch(&e->pages.entries[(uint32_t)hash_line(lines[i] / PAGE_LINES) & (e->pages.size - 1)]);
  for (uint32_t i = 0; i < count; i++) {
    entries[i] = pages_entry(&e->pages, lines[i], e->options.allocator);
    if (entries[i] != UINT32_MAX)
      __builtin_prefetch(&e->pages.rows[entries[i]], 1);
  }
  for (uint32_t i = 0; i < count; i++) {
    uint32_t slot = entries[i] == UINT32_MAX ? NO_SLOT : e->pages.rows[entries[i]];
    if (slot == NO_SLOT)
      continue;
    __builtin_prefetch(&e->slots.bits[slot >> 6 & ~(uint32_t)(BLOCK_WORDS - 1)], 1);
    __builtin_prefetch(&e->slots.near_after[slot >> BLOCK_SHIFT & ~(uint32_t)(NEAR_FANOUT - 1)], 1);
  }
  for (uint32_t i = 0; i < count; i++)
    distances[i] = e->status ? PME_DISTANCE_UNKNOWN : reference(e, lines[i], true, entries[i]);
}

ALWAYS_INLINE void run(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  size_t i = 0;
  for (; i + AHEAD <= count && e->pages.used > MANY_PAGES; i += AHEAD)
    run_staged(e, lines + i, AHEAD, distances + i);
  for (; i < count; i++)
    distances[i] = e->status ? PME_DISTANCE_UNKNOWN : reference(e, lines[i], false, 0);
}

static void run_plain(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, lines, count, distances);
}

POPCNT_VARIANT static void run_popcnt(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  run(e, lines, count, distances);
}

/* ---- life ---- */

pme_status pme__exact_open(pme_distance *e) {
  e->run = pme__has_popcnt() ? run_popcnt : run_plain;
  if (!pages_open(&e->pages, e->options.allocator) ||
      pme__slots_open(&e->slots, e->options.first_slots, sizeof(uint32_t), e->options.allocator))
    return PME_NO_MEMORY;
  pages_reset(&e->pages);
  return PME_OK;
}

void pme__exact_forget(pme_distance *e) {
  pages_reset(&e->pages);
  pme__slots_reset(&e->slots, 0);
}

void pme__exact_close(pme_distance *e) {
  const pme_allocator *allocator = e->options.allocator;
  if (e->pages.entries)
    pme_allocator_reallocate(allocator, e->pages.entries, entry_bytes(e->pages.size), 0);
  if (e->pages.rows)
    pme_allocator_reallocate(allocator, e->pages.rows, row_bytes(e->pages.row_room), 0);
  pme__slots_close(&e->slots, allocator);
}
