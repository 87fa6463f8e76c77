/* Memory of an arena that is written before it is read: pages of it that are never written cost nothing. Private to
 * analysis. */
#ifndef PMECACHE_ANALYSIS_BASE_UNCLEARED_H
#define PMECACHE_ANALYSIS_BASE_UNCLEARED_H

#include "pmecache/arena.h"

/* As pme_arena_allocate, with any contents. */
void *pme__arena_allocate_uncleared(pme_arena *arena, size_t count, size_t size_bytes);

#define PME__ARENA_UNCLEARED(arena, type, count)                                                                       \
  ((type *)pme__arena_allocate_uncleared((arena), (size_t)(count), sizeof(type)))

#endif
