/* pmecache: memory. Every allocation of the library passes pme_reallocate, so a test can fail the n-th one.
 *
 * An arena holds everything that lives as long as one analysed function: all its objects go with one
 * pme_arena_destroy. Objects in an arena are never freed one by one.
 */
#ifndef PMECACHE_ARENA_H
#define PMECACHE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

/* The funnel: as realloc(pointer, size_bytes), size 0 frees and returns NULL. NULL when memory is exhausted. */
void *pme_reallocate(void *pointer, size_t size_bytes);
/* Whether the funnel refuses a request, on behalf of a test: for memory that comes from elsewhere. Counts as one. */
bool pme_allocation_fails(void);
/* From now on the request number `countdown` (1 = the next) and all after it fail; 0 switches this off. For tests. */
void pme_fail_allocation_after(long countdown);

typedef struct pme_arena pme_arena;

/* A new empty arena, or NULL when memory is exhausted. Free it with pme_arena_destroy (accepts NULL). */
pme_arena *pme_arena_create(void);
void pme_arena_destroy(pme_arena *arena);
/* Zeroed memory for count objects of size_bytes, aligned for any type; NULL when exhausted or when the product
 * overflows. */
void *pme_arena_allocate(pme_arena *arena, size_t count, size_t size_bytes);
/* A copy of `text` (NULL gives NULL) or of its first `length` bytes, terminated. */
char *pme_arena_copy_text(pme_arena *arena, const char *text);
char *pme_arena_copy_bytes(pme_arena *arena, const char *bytes, size_t length);

/* Between the two, which may nest, what arenas of this thread give back is kept for its next ones, up to some megabytes:
 * who makes one after the other spares the system from taking and clearing the same pages each time. The outermost end
 * gives all of it back. */
void pme_arena_begin_keeping(void);
void pme_arena_end_keeping(void);

#define PME_ARENA_NEW(arena, type, count) ((type *)pme_arena_allocate((arena), (size_t)(count), sizeof(type)))

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
