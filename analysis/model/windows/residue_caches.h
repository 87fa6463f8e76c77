/* The caches of a core run forward for the lines of one residue: under their own policies, and as LRU where they see
 * all accesses. Private to analysis/model/windows.
 *
 * Where the machine draws the frames of pages, levels behind the first are run as often as there are DRAWS, each with
 * frames of its own: an access says in which of them it missed, and their scatter tells how much frames matter. Sets are
 * those of the residue. They are empty where the program starts, else full of lines that nobody asks for.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_CACHES_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_RESIDUE_CACHES_H

#include "compared_caches.h"
#include "core_caches.h"
#include "residue.h"

enum { PME__MOST_DRAWS = 8 };

typedef struct pme__residue_caches pme__residue_caches;

typedef struct pme__residue_misses {
  uint16_t own[PME_MAX_LEVELS][PME__MOST_DRAWS], lru[PME_MAX_LEVELS]; /* lines; not set where nothing was missed */
  bool any;    /* something may have changed, else it was the line that was used last */
  bool missed; /* and something was not there */
} pme__residue_misses;

/* The levels up to the last one with told[level], of which each can be run by itself (pme__windows_tell_policy).
 * `residue` stays with the caller, who chooses before the caches are emptied. NULL: out of memory. */
pme__residue_caches *pme__residue_caches_create(const pme_machine *machine, const bool *told,
                                                const pme__residue *residue, int most_draws, pme_arena *arena);
/* Other frames are drawn. */
void pme__residue_caches_empty(pme__residue_caches *caches, bool is_start);
void pme__residue_caches_touch(pme__residue_caches *caches, const pme__core_access *access, pme__residue_misses *out);
/* A walk reads an entry of the page table that is in a line of the residue, through the levels behind the first. */
void pme__residue_caches_walk(pme__residue_caches *caches, int64_t page, pme__residue_misses *out);
/* How often all lines of the last level came, as LRU, since the sets were emptied. */
double pme__residue_caches_turnover(const pme__residue_caches *caches);
/* Whether a second use of a line at once may tell. */
bool pme__residue_caches_count_uses(const pme__residue_caches *caches);
/* How often a level is run. */
int pme__residue_caches_draws(const pme__residue_caches *caches, int level);
/* Look-ups of other draws than one, since they were created. */
int64_t pme__residue_caches_drawn(const pme__residue_caches *caches);

#endif
