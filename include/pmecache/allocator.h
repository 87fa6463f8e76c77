/* pmecache: where memory comes from in the parts that also run inside instrumented programs.
 *
 * There the funnel pme_reallocate may be the wrong one (the program's own malloc is being watched, or must not be
 * entered from a signal handler), so those parts take their memory from an allocator that the caller names. NULL
 * stands for pme_reallocate everywhere.
 */
#ifndef PMECACHE_ALLOCATOR_H
#define PMECACHE_ALLOCATOR_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef struct pme_allocator {
  /* As realloc; `old_bytes` is what was asked for before (0 when `pointer` is NULL), so that mmap and mremap will do.
   * new_bytes 0 frees and returns NULL. NULL when memory is exhausted; the old memory is then untouched. */
  void *(*reallocate)(void *context, void *pointer, size_t old_bytes, size_t new_bytes);
  void *context;
} pme_allocator;

/* The request, through `allocator` or, when that is NULL, through pme_reallocate. Where the system can do so (Linux),
 * pieces of PME_MAPPED_BYTES and more are then mappings of their own, which grow without a copy and without new pages:
 * such memory must come back through this function, with its true size. */
enum { PME_MAPPED_BYTES = 256 << 10 };
void *pme_allocator_reallocate(const pme_allocator *allocator, void *pointer, size_t old_bytes, size_t new_bytes);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
