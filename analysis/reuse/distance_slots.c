/* The slots of the LRU stack: their memory, and their state after a compaction. */
#include <string.h>

#include "distance_internal.h"

enum { ALIGNMENT = 64 };

/* ---- memory: bits, near_after and far_after in one piece, each at a multiple of a cache line ---- */

static size_t aligned(size_t bytes) { return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static uint32_t rounded(uint32_t count, uint32_t unit) { return (count + unit - 1) / unit * unit; }

static void *at(void *base, size_t offset_bytes) { return base ? (char *)base + offset_bytes : NULL; }

/* Sets the pointers of the tree from `base` (NULL: only counts) and returns how many bytes it all takes. */
static size_t lay_out(slots *s, uint32_t size, void *base) {
  uint32_t blocks = rounded(size / BLOCK_BITS, NEAR_FANOUT), nodes = blocks / NEAR_FANOUT;
  size_t used = aligned(sizeof(uint64_t) * blocks);
  s->bits = (uint64_t *)base;
  s->near_after = (uint16_t *)at(base, used);
  used += aligned(sizeof(uint16_t) * blocks);
  for (s->levels = 0; nodes > 1; s->levels++) {
    nodes = rounded(nodes, FAR_FANOUT);
    s->far_after[s->levels] = (uint32_t *)at(base, used);
    used += aligned(sizeof(uint32_t) * nodes);
    nodes /= FAR_FANOUT;
  }
  return used;
}

static size_t memory_bytes(uint32_t size) {
  slots scratch;
  return lay_out(&scratch, size, NULL) + ALIGNMENT;
}

static size_t owners_bytes(const slots *s, uint32_t size) { return (size_t)s->owner_bytes * size; }

static void place(slots *s, void *memory, uint32_t size) {
  s->memory = memory;
  s->size = size;
  lay_out(s, size, at(memory, (ALIGNMENT - (uintptr_t)memory % ALIGNMENT) % ALIGNMENT));
}

pme_status pme__slots_open(slots *s, uint32_t size, int owner_bytes, const pme_allocator *allocator) {
  *s = (slots){.size = size, .most_open = 1, .owner_bytes = owner_bytes};
  s->owner.line = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, owners_bytes(s, size));
  s->memory = pme_allocator_reallocate(allocator, NULL, 0, memory_bytes(size));
  if (!s->owner.line || !s->memory)
    return PME_NO_MEMORY;
  place(s, s->memory, size);
  pme__slots_reset(s, 0);
  return PME_OK;
}

void pme__slots_close(slots *s, const pme_allocator *allocator) {
  if (s->owner.line)
    pme_allocator_reallocate(allocator, s->owner.line, owners_bytes(s, s->size), 0);
  if (s->memory)
    pme_allocator_reallocate(allocator, s->memory, memory_bytes(s->size), 0);
  *s = (slots){.size = 0};
}

pme_status pme__slots_resize(slots *s, uint32_t size, const pme_allocator *allocator) {
  void *memory = pme_allocator_reallocate(allocator, NULL, 0, memory_bytes(size));
  if (!memory)
    return PME_NO_MEMORY;
  uint64_t *owner =
      (uint64_t *)pme_allocator_reallocate(allocator, s->owner.line, owners_bytes(s, s->size), owners_bytes(s, size));
  if (!owner) {
    pme_allocator_reallocate(allocator, memory, memory_bytes(size), 0);
    return PME_NO_MEMORY;
  }
  pme_allocator_reallocate(allocator, s->memory, memory_bytes(s->size), 0);
  s->owner.line = owner;
  place(s, memory, size);
  return PME_OK;
}

/* ---- after a compaction ---- */

/* Full blocks among `full` that are younger than child `child` of a node of `fanout` children of `span` blocks each. */
static uint32_t younger_blocks(uint32_t child, uint32_t fanout, uint32_t span, uint32_t full) {
  uint64_t node_end = ((uint64_t)child / fanout + 1) * fanout * span, child_end = ((uint64_t)child + 1) * span;
  uint64_t end = full < node_end ? full : node_end;
  return end > child_end ? (uint32_t)(end - child_end) : 0;
}

void pme__slots_reset(slots *s, uint32_t live) {
  uint32_t full = live ? (live - 1) >> BLOCK_SHIFT : 0; /* the last block is open */
  uint32_t count = rounded(s->size / BLOCK_BITS, NEAR_FANOUT), span = 1;
  memset(s->bits, 0, sizeof(uint64_t) * count);
  memset(s->bits, 0xff, live / 64 * sizeof(uint64_t));
  if (live % 64)
    s->bits[live / 64] = (UINT64_C(1) << live % 64) - 1;
  for (uint32_t b = 0; b < count; b++)
    s->near_after[b] = (uint16_t)(BLOCK_BITS * younger_blocks(b, NEAR_FANOUT, span, full));
  count /= NEAR_FANOUT;
  span = NEAR_FANOUT;
  for (int level = 0; level < s->levels; level++) {
    count = rounded(count, FAR_FANOUT);
    for (uint32_t c = 0; c < count; c++)
      s->far_after[level][c] = BLOCK_BITS * younger_blocks(c, FAR_FANOUT, span, full);
    count /= FAR_FANOUT;
    span *= FAR_FANOUT;
  }
  s->live = live;
  s->now = live;
  s->closed = full;
  s->open_live = live - full * BLOCK_BITS;
}
