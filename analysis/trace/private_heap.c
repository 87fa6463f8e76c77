/* A list of blocks, sorted by thread and time at last; whoever follows a thread keeps those that are there. */
#include "private_heap.h"

#include <stdlib.h>

static pme__heap_block *block_at(const pme__private_heap *heap, size_t index) {
  return (pme__heap_block *)pme__bytes_at(&heap->blocks, 0) + index;
}

static size_t block_count(const pme__private_heap *heap) { return heap->blocks.count / sizeof(pme__heap_block); }

void pme__heap_take(pme__private_heap *heap, pme__heap_held *held, const pme__heap_block *block) {
  pme__heap_block *at = (pme__heap_block *)pme__bytes_reserve(&heap->blocks, sizeof *at);
  uint32_t *index = (uint32_t *)pme__bytes_reserve(&held->indices, sizeof *index);
  if (!at || !index)
    return;
  *at = *block;
  at->last = 0;
  *index = (uint32_t)block_count(heap);
  heap->blocks.count += sizeof *at;
  held->indices.count += sizeof *index;
}

/* What was taken last is given back first, mostly. */
void pme__heap_give_back(pme__private_heap *heap, pme__heap_held *held, uint64_t address, uint64_t word) {
  uint32_t *indices = (uint32_t *)pme__bytes_at(&held->indices, 0);
  size_t count = held->indices.count / sizeof *indices;
  for (size_t i = count; i-- > 0;) {
    pme__heap_block *block = block_at(heap, indices[i]);
    if (block->low != address)
      continue;
    block->last = word;
    indices[i] = indices[count - 1];
    held->indices.count -= sizeof *indices;
    return;
  }
}

void pme__heap_leave_region(pme__heap_held *held) { held->indices.count = 0; }

static int compare_blocks(const void *left, const void *right) {
  const pme__heap_block *a = (const pme__heap_block *)left, *b = (const pme__heap_block *)right;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  return a->first < b->first ? -1 : a->first > b->first;
}

pme_status pme__heap_settle(pme__private_heap *heap) {
  size_t kept = 0, count = block_count(heap);
  for (size_t i = 0; i < count; i++)
    if (block_at(heap, i)->last > 0)
      *block_at(heap, kept++) = *block_at(heap, i);
  heap->blocks.count = kept * sizeof(pme__heap_block);
  if (kept > 0)
    qsort(block_at(heap, 0), kept, sizeof(pme__heap_block), compare_blocks);
  return heap->blocks.failed ? PME_NO_MEMORY : PME_OK;
}

void pme__private_heap_close(pme__private_heap *heap) { pme__bytes_free(&heap->blocks); }

/* ---- following a thread ---- */

static void drop_gone(pme__heap_cursor *c, uint64_t word) {
  int kept = 0;
  for (int i = 0; i < c->live_count; i++)
    if (c->live[i]->last > word)
      c->live[kept++] = c->live[i];
  c->live_count = kept;
}

void pme__heap_advance(pme__heap_cursor *c, uint64_t word) {
  if (c->live_count > 0)
    drop_gone(c, word);
  for (; c->next < c->end && block_at(c->heap, c->next)->first <= word; c->next++) {
    const pme__heap_block *block = block_at(c->heap, c->next);
    if (block->last <= word)
      continue;
    if (c->live_count == PME_MOST_LIVE_BLOCKS)
      memmove(c->live, c->live + 1, sizeof c->live - sizeof c->live[0]);
    else
      c->live_count++;
    c->live[c->live_count - 1] = block;
  }
}

static size_t first_of_thread(const pme__private_heap *heap, uint32_t thread) {
  size_t low = 0, high = block_count(heap);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (block_at(heap, middle)->thread < thread)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void pme__heap_seek(const pme__private_heap *heap, uint32_t thread, uint64_t word, pme__heap_cursor *out) {
  *out =
      (pme__heap_cursor){.heap = heap, .next = first_of_thread(heap, thread), .end = first_of_thread(heap, thread + 1)};
  pme__heap_advance(out, word);
}

bool pme__heap_is_private(const pme__heap_cursor *c, uint64_t address) {
  for (int i = 0; i < c->live_count; i++)
    if (address >= c->live[i]->low && address < c->live[i]->high)
      return true;
  return false;
}
