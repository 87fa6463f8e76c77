/* Memory of the slots, and their state after a compaction. */
#include <string.h>

#include "distance_internal.h"

enum { SPARE_WORDS = 8 };

static size_t bits_bytes(uint32_t size) { return sizeof(uint64_t) * (size / 64 + SPARE_WORDS); }
static size_t tree_bytes(uint32_t size) { return sizeof(uint32_t) * (size / BLOCK_BITS + 1); }
static size_t owner_bytes(uint32_t size) { return sizeof(uint32_t) * size; }

static pme_status resize_array(void **array, size_t old_bytes, size_t new_bytes, const pme_allocator *allocator) {
  void *grown = pme_allocator_reallocate(allocator, *array, old_bytes, new_bytes);
  if (!grown)
    return PME_NO_MEMORY;
  *array = grown;
  return PME_OK;
}

pme_status pme__slots_open(slots *s, uint32_t size, const pme_allocator *allocator) {
  *s = (slots){.size = 0};
  s->bits = (uint64_t *)pme_allocator_reallocate(allocator, NULL, 0, bits_bytes(size));
  s->tree = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, tree_bytes(size));
  s->owner = (uint32_t *)pme_allocator_reallocate(allocator, NULL, 0, owner_bytes(size));
  s->size = size;
  if (!s->bits || !s->tree || !s->owner)
    return PME_NO_MEMORY;
  pme__slots_reset(s, 0);
  return PME_OK;
}

static void release(const pme_allocator *allocator, void *pointer, size_t bytes) {
  if (pointer)
    pme_allocator_reallocate(allocator, pointer, bytes, 0);
}

void pme__slots_close(slots *s, const pme_allocator *allocator) {
  release(allocator, s->bits, bits_bytes(s->size));
  release(allocator, s->tree, tree_bytes(s->size));
  release(allocator, s->owner, owner_bytes(s->size));
  *s = (slots){.size = 0};
}

pme_status pme__slots_resize(slots *s, uint32_t size, const pme_allocator *allocator) {
  /* Each array is at least as large as `s->size` says, also when a later one cannot grow. */
  if (resize_array((void **)&s->owner, owner_bytes(s->size), owner_bytes(size), allocator) ||
      resize_array((void **)&s->bits, bits_bytes(s->size), bits_bytes(size), allocator) ||
      resize_array((void **)&s->tree, tree_bytes(s->size), tree_bytes(size), allocator))
    return PME_NO_MEMORY;
  s->size = size;
  return PME_OK;
}

void pme__slots_reset(slots *s, uint32_t live) {
  uint32_t nodes = s->size / BLOCK_BITS, open = live ? (live - 1) >> 9 : 0;
  memset(s->bits, 0, bits_bytes(s->size));
  memset(s->bits, 0xff, live / 64 * sizeof(uint64_t));
  if (live % 64)
    s->bits[live / 64] = (UINT64_C(1) << live % 64) - 1;
  memset(s->tree, 0, tree_bytes(s->size));
  for (uint32_t b = 1; b <= nodes; b++) {
    uint32_t parent = b + (b & (0 - b));
    s->tree[b] += b <= open ? BLOCK_BITS : 0;
    if (parent <= nodes)
      s->tree[parent] += s->tree[b];
  }
  s->live = live;
  s->now = live;
}
