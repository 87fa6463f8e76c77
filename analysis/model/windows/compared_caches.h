/* The caches of a core run forward twice at once, under their own policies and as LRU. Private to
 * analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_COMPARED_CACHES_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_COMPARED_CACHES_H

#include "core_caches.h"

typedef struct pme__compared_caches pme__compared_caches;

/* Lines of an access that were not there, of each level. */
typedef struct pme__compared_misses {
  int own[PME_MAX_LEVELS], lru[PME_MAX_LEVELS];
  bool any;
} pme__compared_misses;

/* The levels with compared[level]. NULL: out of memory. */
pme__compared_caches *pme__compared_caches_create(const pme_machine *machine, const bool *compared, pme_arena *arena);
/* `all`: every set is run; else, of large levels, a part of them, drawn anew. */
void pme__compared_caches_empty(pme__compared_caches *caches, bool all);
/* `out` is written where something missed, but for out->any, which always is. */
void pme__compared_caches_touch(pme__compared_caches *caches, const pme__core_access *access,
                                pme__compared_misses *out);
/* Lines that came into the largest of them for each that it holds, since they were empty. */
double pme__compared_caches_turnover(const pme__compared_caches *caches);

#endif
