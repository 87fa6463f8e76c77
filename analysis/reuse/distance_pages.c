/* The map of lines by pages: its memory, which grows. */
#include "distance_pages.h"

#include <string.h>

enum { FIRST_KEYS = 1024, FIRST_ROWS = 64 };

static size_t row_bytes(uint32_t rows) { return sizeof(uint32_t) * PAGE_LINES * rows; }

static size_t name_bytes(uint32_t rows) { return sizeof(uint64_t) * (size_t)rows; }

static size_t entry_bytes(uint32_t size) { return sizeof(page_entry) * (size_t)size; }

bool pme__pages_open(page_map *map, const pme_allocator *allocator) {
  map->size = FIRST_KEYS;
  map->row_room = FIRST_ROWS;
  map->entries = (page_entry *)pme_allocator_reallocate(allocator, NULL, 0, entry_bytes(FIRST_KEYS));
  map->rows = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, row_bytes(FIRST_ROWS));
  map->page_of_row = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, name_bytes(FIRST_ROWS));
  return map->entries && map->rows && map->page_of_row;
}

void pme__pages_reset(page_map *map) {
  memset(map->entries, 0, entry_bytes(map->size));
  map->used = 0;
  memset(map->seen, 0, sizeof map->seen);
}

void pme__pages_close(page_map *map, const pme_allocator *allocator) {
  if (map->entries)
    pme_allocator_reallocate(allocator, map->entries, entry_bytes(map->size), 0);
  if (map->rows)
    pme_allocator_reallocate(allocator, map->rows, row_bytes(map->row_room), 0);
  if (map->page_of_row)
    pme_allocator_reallocate(allocator, map->page_of_row, name_bytes(map->row_room), 0);
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
  uint64_t *names = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, name_bytes(room));
  uint32_t *rows =
      names ? (uint32_t *)pme_allocator_reallocate(allocator, map->rows, row_bytes(map->row_room), row_bytes(room))
            : NULL;
  if (!rows) {
    if (names)
      pme_allocator_reallocate(allocator, names, name_bytes(room), 0);
    return false;
  }
  memcpy(names, map->page_of_row, name_bytes(map->used));
  pme_allocator_reallocate(allocator, map->page_of_row, name_bytes(map->row_room), 0);
  map->page_of_row = names;
  map->rows = rows;
  map->row_room = room;
  return true;
}

uint32_t pme__pages_add(page_map *map, uint64_t page, const pme_allocator *allocator) {
  if ((map->used * 2 >= map->size && !pages_grow_entries(map, allocator)) ||
      (map->used == map->row_room && !pages_grow_rows(map, allocator)))
    return UINT32_MAX;
  uint32_t at = pages_probe(map, page), row = map->used++;
  map->entries[at] = (page_entry){page + 1, row};
  map->page_of_row[row] = page;
  memset(map->rows + (size_t)row * PAGE_LINES, 0xff, row_bytes(1));
  return row;
}
