/* Pages of line records, found by hashing. */
#include "history.h"

#include <string.h>

#include "pmecache/arena.h"

enum { FIRST_TABLE_SIZE = 64, FIRST_SLABS = 16 };
static const size_t SLAB_BYTES = (size_t)SIM_SLAB_PAGES * SIM_PAGE_LINES * sizeof(uint32_t);

void *pme__sim_grow(sim_memory *memory, void *pointer, size_t old_bytes, size_t new_bytes) {
  if (new_bytes - old_bytes > memory->limit_bytes - memory->used_bytes) {
    memory->limit_reached = 1;
    return NULL;
  }
  void *grown = pme_reallocate(pointer, new_bytes);
  if (grown)
    memory->used_bytes += new_bytes - old_bytes;
  return grown;
}

/* The entry that holds `number`, or the free one where it belongs. The table has room. */
static sim_history_page *entry_of(sim_history_page *table, size_t table_size, uint64_t number) {
  size_t at = sim_page_hash(number, table_size);
  while (table[at].records && table[at].number != number)
    at = (at + 1) & (table_size - 1);
  return &table[at];
}

static int grow_table(sim_history *history, sim_memory *memory) {
  size_t size = history->table_size ? 2 * history->table_size : FIRST_TABLE_SIZE;
  sim_history_page *table = pme__sim_grow(memory, NULL, 0, size * sizeof *table);
  if (!table)
    return 0;
  memset(table, 0, size * sizeof *table);
  for (size_t i = 0; i < history->table_size; i++)
    if (history->table[i].records)
      *entry_of(table, size, history->table[i].number) = history->table[i];
  memory->used_bytes -= history->table_size * sizeof *table;
  pme_reallocate(history->table, 0);
  history->table = table;
  history->table_size = size;
  return 1;
}

static int add_slab(sim_history *history, sim_memory *memory) {
  if (history->slab_count == history->slab_capacity) {
    size_t capacity = history->slab_capacity ? 2 * history->slab_capacity : FIRST_SLABS;
    uint32_t **slabs =
        pme__sim_grow(memory, history->slabs, history->slab_capacity * sizeof *slabs, capacity * sizeof *slabs);
    if (!slabs)
      return 0;
    history->slabs = slabs;
    history->slab_capacity = capacity;
  }
  uint32_t *slab = pme__sim_grow(memory, NULL, 0, SLAB_BYTES);
  if (!slab)
    return 0;
  memset(slab, 0, SLAB_BYTES);
  history->slabs[history->slab_count++] = slab;
  return 1;
}

static uint32_t *new_page(sim_history *history, sim_memory *memory) {
  size_t slab = history->page_count / SIM_SLAB_PAGES, in_slab = history->page_count % SIM_SLAB_PAGES;
  if (slab == history->slab_count && !add_slab(history, memory))
    return NULL;
  history->page_count++;
  return &history->slabs[slab][in_slab * SIM_PAGE_LINES];
}

uint32_t *pme__sim_history_find(sim_history *history, sim_memory *memory, uint64_t line) {
  uint64_t number = line / SIM_PAGE_LINES;
  if (2 * history->page_count >= history->table_size && !grow_table(history, memory))
    return NULL;
  sim_history_page *entry = entry_of(history->table, history->table_size, number);
  if (!entry->records) {
    uint32_t *records = new_page(history, memory);
    if (!records)
      return NULL;
    *entry = (sim_history_page){number, records};
  }
  history->last = *entry;
  return &entry->records[line % SIM_PAGE_LINES];
}

void pme__sim_history_forget(sim_history *history) {
  if (history->table)
    memset(history->table, 0, history->table_size * sizeof *history->table);
  for (size_t i = 0; i < history->slab_count; i++)
    memset(history->slabs[i], 0, SLAB_BYTES);
  history->page_count = 0;
  history->last = (sim_history_page){0, NULL};
}

void pme__sim_history_destroy(sim_history *history) {
  for (size_t i = 0; i < history->slab_count; i++)
    pme_reallocate(history->slabs[i], 0);
  pme_reallocate(history->slabs, 0);
  pme_reallocate(history->table, 0);
  memset(history, 0, sizeof *history);
}
