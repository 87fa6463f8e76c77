/* Translations that a core keeps, and the entries of the page table that it reads for the others. Private to simulator.
 *
 * An access whose page is in neither buffer of the core's translations reads the entry of the page, PME_PAGE_ENTRY_BYTES
 * at page number * PME_PAGE_ENTRY_BYTES, apart from all arrays, before it touches its lines. The first buffer is asked
 * first; the second one sees what that misses. Both are filled, LRU, set = page mod sets, of the second one (page ^ page / sets) mod sets where the machine says so. Instances are those of the first
 * level of the machine.
 */
#ifndef PMECACHE_SIMULATOR_PAGES_H
#define PMECACHE_SIMULATOR_PAGES_H

#include "level.h"

typedef struct sim_translations {
  int ways;       /* 0: there is no such buffer */
  bool is_hashed; /* set = (page ^ page / sets) mod sets */
  uint64_t sets;
  uint64_t *tags; /* [instance][set][way], latest first */
} sim_translations;

typedef struct sim_pages {
  bool walks; /* false: translations cost no accesses, and all else is unused */
  int shift;  /* a page has 1 << shift bytes */
  int instances, references;
  sim_translations first, second;
  sim_entry *entries; /* accesses of the program, each behind the entries that are read for it */
  int count, capacity;
} sim_pages;

/* `references`: entries that are read for reference r count as reference r + references. False: out of memory. */
bool pme__sim_pages_create(sim_pages *pages, const pme_machine *machine, int instances, int references,
                           sim_memory *memory);
void pme__sim_pages_reset(sim_pages *pages);
void pme__sim_pages_destroy(sim_pages *pages);
/* Puts accesses into pages->entries until it is full; returns how many of `entries` were taken. */
int pme__sim_pages_take(sim_pages *pages, const int *instance_of, const sim_entry *entries, int count);

#endif
