/* What an instance with several threads (or with many ways) remembers of every line it ever held: 32 bits a line, kept
 * in pages of 64 lines that are found by hashing. Neighbouring lines share a page, so a sweep over an array stays
 * cheap. Private to simulator.
 */
#ifndef PMECACHE_SIMULATOR_HISTORY_H
#define PMECACHE_SIMULATOR_HISTORY_H

#include <stddef.h>
#include <stdint.h>

enum { SIM_PAGE_LINES = 64, SIM_SLAB_PAGES = 64 };

/* Memory that all instances of a simulation may take together. */
typedef struct sim_memory {
  uint64_t used_bytes, limit_bytes;
  int limit_reached; /* a request was refused because of the limit */
} sim_memory;

typedef struct sim_history_page {
  uint64_t number;   /* line / SIM_PAGE_LINES */
  uint32_t *records; /* NULL: free entry of the table */
} sim_history_page;

typedef struct sim_history {
  sim_history_page *table; /* open addressing */
  size_t table_size;       /* power of two, or 0 */
  size_t page_count;
  sim_history_page last; /* found most recently */
  uint32_t **slabs;      /* pages are cut from slabs, which never move */
  size_t slab_count, slab_capacity;
} sim_history;

/* pme_reallocate within the limit: grows from old_bytes to new_bytes; NULL when memory or the limit is exhausted. */
void *pme__sim_grow(sim_memory *memory, void *pointer, size_t old_bytes, size_t new_bytes);

/* The record of a line: 0 when new. NULL when memory is exhausted. The pointer stays good until destroy. */
uint32_t *pme__sim_history_find(sim_history *history, sim_memory *memory, uint64_t line);
/* Back to the empty history; memory is kept for the next use. */
void pme__sim_history_forget(sim_history *history);
void pme__sim_history_destroy(sim_history *history);

/* Fibonacci hashing: the high bits of the product are the well mixed ones. */
static inline size_t sim_page_hash(uint64_t number, size_t table_size) {
  uint64_t mixed = number * UINT64_C(0x9E3779B97F4A7C15);
  return (size_t)(mixed >> 20) & (table_size - 1);
}

static inline uint32_t *sim_history_at(sim_history *history, sim_memory *memory, uint64_t line) {
  if (history->last.records && history->last.number == line / SIM_PAGE_LINES)
    return &history->last.records[line % SIM_PAGE_LINES];
  return pme__sim_history_find(history, memory, line);
}

#endif
