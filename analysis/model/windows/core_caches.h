/* The first cache of a core and its translations of pages, run forward: with what page walks read, and without.
 * Private to analysis/model/windows.
 *
 * Both begin empty. Of a translation that was not met yet in a set that had no `ways` pages since then nobody knows
 * whether it was kept: such a lookup is UNKNOWN.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_CORE_CACHES_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_CORE_CACHES_H

#include "pmecache/arena.h"
#include "pmecache/machine.h"

typedef struct pme__core_caches pme__core_caches;

typedef struct pme__core_access {
  int64_t address, size_bytes;
  bool is_write;
} pme__core_access;

/* What one access brought. */
typedef struct pme__core_touch {
  int unknown;     /* lookups of translations */
  int walks;       /* ... that were not there */
  int known_walks; /* ... surely, */
  int plain_walks; /* and those that there would be if the sets of the buffer were not hashed */
  int walk_misses; /* entries that walks read and the cache did not have */
  int misses;      /* lines of the access that the cache did not have; */
  int alone;       /* the same in a cache that walks do not read */
  bool changed;    /* a line or a translation came in somewhere */
} pme__core_touch;

/* Whether an unknown lookup of this page walks. */
typedef struct pme__core_question {
  bool (*walks)(void *context, int64_t page);
  void *context;
} pme__core_question;

/* NULL: out of memory. The machine says that walks read L1. */
pme__core_caches *pme__core_caches_create(const pme_machine *machine, pme_arena *arena);
void pme__core_caches_empty(pme__core_caches *caches, bool is_whole);
/* False: nothing changed, and `out` is not written. */
bool pme__core_caches_touch(pme__core_caches *caches, const pme__core_access *access, const pme__core_question *ask,
                            pme__core_touch *out);
int pme__core_caches_line_shift(const pme__core_caches *caches);
/* Whether a second use at once may tell. */
bool pme__core_caches_count_uses(const pme__core_caches *caches);

#endif
