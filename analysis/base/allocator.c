/* Where memory comes from when no allocator is named: large pieces are mappings, so that a table that grows keeps its
 * pages. (The C library moves them, too, until one has been freed; from then on it copies.) */
#define _GNU_SOURCE /* mremap */
#include "pmecache/allocator.h"

#include <string.h>

#include "pmecache/arena.h"

/* Sanitizers watch only what malloc gives out. */
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#include <sys/mman.h>

static bool is_mapped(size_t bytes) { return bytes >= PME_MAPPED_BYTES; }

static void *map(size_t bytes) {
  void *pages = pme_allocation_fails() ? MAP_FAILED
                                       : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

static void give_back(void *pointer, size_t bytes) {
  if (pointer && is_mapped(bytes))
    munmap(pointer, bytes);
  else
    pme_reallocate(pointer, 0);
}

static void *resize_mapping(void *pointer, size_t old_bytes, size_t new_bytes) {
  void *pages = pme_allocation_fails() ? MAP_FAILED : mremap(pointer, old_bytes, new_bytes, MREMAP_MAYMOVE);
  return pages == MAP_FAILED ? NULL : pages;
}

static void *reallocate(void *pointer, size_t old_bytes, size_t new_bytes) {
  if (new_bytes == 0) {
    give_back(pointer, old_bytes);
    return NULL;
  }
  if (pointer && is_mapped(old_bytes) && is_mapped(new_bytes))
    return resize_mapping(pointer, old_bytes, new_bytes);
  if (!is_mapped(new_bytes) && (!pointer || !is_mapped(old_bytes)))
    return pme_reallocate(pointer, new_bytes);
  void *result = is_mapped(new_bytes) ? map(new_bytes) : pme_reallocate(NULL, new_bytes);
  if (result && pointer) {
    memcpy(result, pointer, old_bytes < new_bytes ? old_bytes : new_bytes);
    give_back(pointer, old_bytes);
  }
  return result;
}
#else
static void *reallocate(void *pointer, size_t old_bytes, size_t new_bytes) {
  (void)old_bytes;
  return pme_reallocate(pointer, new_bytes);
}
#endif

void *pme_allocator_reallocate(const pme_allocator *allocator, void *pointer, size_t old_bytes, size_t new_bytes) {
  if (allocator)
    return allocator->reallocate(allocator->context, pointer, old_bytes, new_bytes);
  return reallocate(pointer, old_bytes, new_bytes);
}
