/* Memory of the runtime: pages of its own. The program's heap is laid out as it would be without the runtime, so that
 * the addresses that are measured are those of the program. */
#ifndef PMECACHE_RUNTIME_MEMORY_H
#define PMECACHE_RUNTIME_MEMORY_H

#include "pmecache/allocator.h"

/* For the engines and the profile. May be used by several threads at a time. */
extern const pme_allocator pmert_allocator;
/* The child of a fork has one thread: nobody holds the lock. */
void pmert_memory_in_child(void);

/* As reallocate of the allocator; size 0 frees. */
void *pmert_reallocate(void *pointer, size_t old_bytes, size_t new_bytes);

#endif
