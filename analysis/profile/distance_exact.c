/* The exact engine: every line is remembered. Spec 2.2. */
#include <string.h>

#include "distance_internal.h"

enum { FIRST_KEYS = 1024, FIRST_ROWS = 64, AHEAD = 32 };

/* ---- pages ---- */

static size_t row_bytes(uint32_t rows) { return sizeof(uint32_t) * PAGE_LINES * rows; }

static bool pages_open(page_map *map, const pme_allocator *allocator) {
  map->key_count = FIRST_KEYS;
  map->row_room = FIRST_ROWS;
  map->keys = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(uint64_t) * FIRST_KEYS);
  map->pages = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(uint32_t) * FIRST_KEYS);
  map->rows = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, row_bytes(FIRST_ROWS));
  return map->keys && map->pages && map->rows;
}

static void pages_reset(page_map *map) {
  memset(map->keys, 0, sizeof(uint64_t) * map->key_count);
  map->used = 0;
  map->last_page = UINT64_MAX;
}

/* Where the page is, or where it would be. */
ALWAYS_INLINE uint32_t pages_probe(const page_map *map, uint64_t page) {
  uint32_t mask = map->key_count - 1, i = (uint32_t)hash_line(page) & mask;
  while (map->keys[i] && map->keys[i] != page + 1)
    i = (i + 1) & mask;
  return i;
}

static bool pages_grow_keys(page_map *map, const pme_allocator *allocator) {
  page_map old = *map;
  uint32_t count = old.key_count * 2;
  uint64_t *keys = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(uint64_t) * count);
  uint32_t *pages = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, sizeof(uint32_t) * count);
  if (!keys || !pages || !count) {
    if (keys)
      pme_allocator_reallocate(allocator, keys, sizeof(uint64_t) * count, 0);
    if (pages)
      pme_allocator_reallocate(allocator, pages, sizeof(uint32_t) * count, 0);
    return false;
  }
  memset(keys, 0, sizeof(uint64_t) * count);
  map->keys = keys;
  map->pages = pages;
  map->key_count = count;
  for (uint32_t i = 0; i < old.key_count; i++) {
    if (!old.keys[i])
      continue;
    uint32_t at = pages_probe(map, old.keys[i] - 1);
    map->keys[at] = old.keys[i];
    map->pages[at] = old.pages[i];
  }
  pme_allocator_reallocate(allocator, old.keys, sizeof(uint64_t) * old.key_count, 0);
  pme_allocator_reallocate(allocator, old.pages, sizeof(uint32_t) * old.key_count, 0);
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
  if ((map->used * 2 >= map->key_count && !pages_grow_keys(map, allocator)) ||
      (map->used == map->row_room && !pages_grow_rows(map, allocator)))
    return UINT32_MAX;
  uint32_t at = pages_probe(map, page), row = map->used++;
  map->keys[at] = page + 1;
  map->pages[at] = row;
  memset(map->rows + (size_t)row * PAGE_LINES, 0xff, row_bytes(1));
  return row;
}

/* The entry of a line (an index of `rows`), made if need be; UINT32_MAX when memory is exhausted. */
ALWAYS_INLINE uint32_t pages_entry(page_map *map, uint64_t line, const pme_allocator *allocator) {
  uint64_t page = line / PAGE_LINES;
  if (page != map->last_page) {
    uint32_t at = pages_probe(map, page), row = map->keys[at] ? map->pages[at] : pages_add(map, page, allocator);
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
      uint32_t entry = s->owner[w * 64 + (uint32_t)__builtin_ctzll(word)];
      s->owner[next] = entry;
      e->pages.rows[entry] = next++;
    }
  if (next > s->size / 2 && (s->size > UINT32_MAX / 4 || pme__slots_resize(s, s->size * 2, e->options.allocator))) {
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
    e->pages.rows[oldest] = s->now;
    slots_append(s, oldest);
  } else {
    e->front_count++;
  }
  e->front_line[e->front_count - 1] = line;
  e->front_entry[e->front_count - 1] = entry;
  front_rise(e, e->front_count - 1);
  return distance;
}

ALWAYS_INLINE uint64_t reference(pme_distance *e, uint64_t line) {
  uint32_t i = front_find(e, line);
  if (i < FRONT_LINES) {
    front_rise(e, i);
    return i;
  }
  if (slots_full(&e->slots) && !compact(e))
    return PME_DISTANCE_UNKNOWN;
  uint32_t entry = pages_entry(&e->pages, line, e->options.allocator);
  if (entry == UINT32_MAX) {
    e->status = PME_NO_MEMORY;
    return PME_DISTANCE_UNKNOWN;
  }
  return step(e, line, entry);
}

ALWAYS_INLINE void run(pme_distance *e, const uint64_t *lines, size_t count, uint64_t *distances) {
  for (size_t i = 0; i < count; i++)
    distances[i] = e->status ? PME_DISTANCE_UNKNOWN : reference(e, lines[i]);
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
      pme__slots_open(&e->slots, e->options.first_slots, e->options.allocator))
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
  if (e->pages.keys)
    pme_allocator_reallocate(allocator, e->pages.keys, sizeof(uint64_t) * e->pages.key_count, 0);
  if (e->pages.pages)
    pme_allocator_reallocate(allocator, e->pages.pages, sizeof(uint32_t) * e->pages.key_count, 0);
  if (e->pages.rows)
    pme_allocator_reallocate(allocator, e->pages.rows, row_bytes(e->pages.row_room), 0);
  pme__slots_close(&e->slots, allocator);
}
