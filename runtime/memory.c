/* Memory that is not the heap of the program. Large blocks are mappings. Small ones have a power of two as size; those
 * that are given back wait in a list for the next request of their size. */
#define _GNU_SOURCE /* mremap */
#include "memory.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { SMALLEST_BITS = 5, LARGEST_BITS = 16, CHUNK_BYTES = 1 << 20 };

typedef struct unused_block {
  struct unused_block *next;
} unused_block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unused_block *unused[LARGEST_BITS + 1];
static char *chunk, *chunk_end;

static bool is_small(size_t bytes) { return bytes <= (size_t)1 << LARGEST_BITS; }

static int bits_of(size_t bytes) {
  int bits = SMALLEST_BITS;
  while ((size_t)1 << bits < bytes)
    bits++;
  return bits;
}

static void *map(size_t bytes) {
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return pages == MAP_FAILED ? NULL : pages;
}

static void *take_small(int bits) {
  void *result = unused[bits];
  if (result) {
    unused[bits] = unused[bits]->next;
    return result;
  }
  size_t bytes = (size_t)1 << bits;
  if ((size_t)(chunk_end - chunk) < bytes) {
    char *fresh = map(CHUNK_BYTES);
    if (!fresh)
      return NULL;
    chunk = fresh;
    chunk_end = fresh + CHUNK_BYTES;
  }
  result = chunk;
  chunk += bytes;
  return result;
}

static void *allocate(size_t bytes) {
  if (!is_small(bytes))
    return map(bytes);
  pthread_mutex_lock(&lock);
  void *result = take_small(bits_of(bytes));
  pthread_mutex_unlock(&lock);
  return result;
}

static void give_back(void *pointer, size_t bytes) {
  if (!pointer)
    return;
  if (!is_small(bytes)) {
    munmap(pointer, bytes);
    return;
  }
  int bits = bits_of(bytes);
  pthread_mutex_lock(&lock);
  ((unused_block *)pointer)->next = unused[bits];
  unused[bits] = pointer;
  pthread_mutex_unlock(&lock);
}

void *pmert_reallocate(void *pointer, size_t old_bytes, size_t new_bytes) {
  if (new_bytes == 0) {
    give_back(pointer, old_bytes);
    return NULL;
  }
  if (!pointer)
    return allocate(new_bytes);
  if (!is_small(old_bytes) && !is_small(new_bytes)) {
    void *moved = mremap(pointer, old_bytes, new_bytes, MREMAP_MAYMOVE);
    return moved == MAP_FAILED ? NULL : moved;
  }
  if (is_small(old_bytes) && is_small(new_bytes) && bits_of(old_bytes) == bits_of(new_bytes))
    return pointer;
  void *result = allocate(new_bytes);
  if (result) {
    memcpy(result, pointer, old_bytes < new_bytes ? old_bytes : new_bytes);
    give_back(pointer, old_bytes);
  }
  return result;
}

static void *reallocate(void *context, void *pointer, size_t old_bytes, size_t new_bytes) {
  (void)context;
  return pmert_reallocate(pointer, old_bytes, new_bytes);
}

const pme_allocator pmert_allocator = {reallocate, NULL};

void pmert_memory_in_child(void) { pthread_mutex_init(&lock, NULL); }
