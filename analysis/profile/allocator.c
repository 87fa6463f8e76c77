#include "pmecache/allocator.h"

#include "pmecache/arena.h"

void *pme_allocator_reallocate(const pme_allocator *allocator, void *pointer, size_t old_bytes, size_t new_bytes) {
  if (allocator)
    return allocator->reallocate(allocator->context, pointer, old_bytes, new_bytes);
  return pme_reallocate(pointer, new_bytes);
}
