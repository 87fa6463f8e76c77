/* Heap that is a thread's own: blocks that it takes and gives back in the same region, outside of code that one thread
 * executes for all. Every thread of a team would have such a block of its own (docs/model/profiles.md 1.7).
 */
#ifndef PMECACHE_ANALYSIS_TRACE_PRIVATE_HEAP_H
#define PMECACHE_ANALYSIS_TRACE_PRIVATE_HEAP_H

#include "pmecache/status.h"
#include "trace_bytes.h"

typedef struct pme__heap_block {
  uint64_t low, high;   /* bytes */
  uint64_t first, last; /* words of the thread between which it is there; last 0: not given back so far */
  uint32_t thread;
} pme__heap_block;

/* Zero-initialised: none. */
typedef struct pme__private_heap {
  pme__bytes blocks;
} pme__private_heap;

/* The blocks that a thread has at the moment, by index. Zero-initialised: none. */
typedef struct pme__heap_held {
  pme__bytes indices;
} pme__heap_held;

/* `block` has thread, low, high and first. */
void pme__heap_take(pme__private_heap *heap, pme__heap_held *held, const pme__heap_block *block);
void pme__heap_give_back(pme__private_heap *heap, pme__heap_held *held, uint64_t address, uint64_t word);
/* The region ends: what is still held outlives it, and is shared. */
void pme__heap_leave_region(pme__heap_held *held);
/* Nothing follows. Before, nothing is found. PME_NO_MEMORY. */
pme_status pme__heap_settle(pme__private_heap *heap);
void pme__private_heap_close(pme__private_heap *heap);

/* Blocks that are looked at at a time; older ones count as shared. */
enum { PME_MOST_LIVE_BLOCKS = 64 };

/* Follows a thread from word to word. */
typedef struct pme__heap_cursor {
  const pme__private_heap *heap;
  size_t next, end;
  const pme__heap_block *live[PME_MOST_LIVE_BLOCKS];
  int live_count;
} pme__heap_cursor;

void pme__heap_seek(const pme__private_heap *heap, uint32_t thread, uint64_t word, pme__heap_cursor *out);
/* To a later word. */
void pme__heap_advance(pme__heap_cursor *cursor, uint64_t word);
bool pme__heap_is_private(const pme__heap_cursor *cursor, uint64_t address);

#endif
