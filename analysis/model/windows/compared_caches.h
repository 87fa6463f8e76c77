/* The caches of a core run forward twice at once, under their own policies and as LRU. Private to
 * analysis/model/windows. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_COMPARED_CACHES_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_COMPARED_CACHES_H

#include "core_caches.h"

/* Where frames of pages are drawn, large levels of which a part is run are run so often, each with frames of its own. */
enum { PME__COMPARED_DRAWS = 3 };

typedef struct pme__compared_caches pme__compared_caches;

/* Lines of an access that were not there, of each level, and of each draw that it has. */
typedef struct pme__compared_misses {
  int own[PME_MAX_LEVELS][PME__COMPARED_DRAWS], lru[PME_MAX_LEVELS];
  bool any;    /* something may have changed, else it was the line that was used last */
  bool missed; /* and something was not there */
} pme__compared_misses;

/* The levels with compared[level]. NULL: out of memory. */
pme__compared_caches *pme__compared_caches_create(const pme_machine *machine, const bool *compared, pme_arena *arena);
/* `all`: every set is run, and empty at first, but those of the first level: tree-PLRU may keep for ever what it began
 * with (durbin, whose counters are those of a cache in use). Else, of large levels, a part of them, drawn anew. What is not
 * empty is full of lines that nobody asks for. */
void pme__compared_caches_empty(pme__compared_caches *caches, bool all);
/* Whether lines are passed over whose sets are not run of large levels, where nothing else is to be filled for long. */
void pme__compared_caches_pass_over(pme__compared_caches *caches, bool others);
/* `out` is written where something missed, but for out->any, which always is. */
void pme__compared_caches_touch(pme__compared_caches *caches, const pme__core_access *access,
                                pme__compared_misses *out);
/* Of the run that began last. */
int pme__compared_caches_draws(const pme__compared_caches *caches, int level);
/* Lines of all of them have 1 << that bytes. */
int pme__compared_caches_line_shift(const pme__compared_caches *caches);
/* Whether a second use of a line at once may tell. */
bool pme__compared_caches_count_uses(const pme__compared_caches *caches);
/* Lines that came into the largest of them for each that it holds, since they were empty. */
double pme__compared_caches_turnover(const pme__compared_caches *caches);

#endif
