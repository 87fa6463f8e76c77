/* The caches of a machine, access by access: for programs that are so small that counting is quicker than sampling.
 * Private to analysis/model/replay.
 *
 * Every level sees all accesses, LRU within sets, a write may take its lines out of the other instances of each level:
 * what docs/model/simulator.md defines, but for the kinds of misses, which are told without a shadow (a line that was
 * taken away counts as lost to coherence, even if it would have been evicted since).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_CACHES_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_CACHES_H

#include "pmecache/arena.h"
#include "pmecache/machine.h"

typedef struct pme__replay_caches pme__replay_caches;
typedef struct pme__replay_line pme__replay_line;
typedef struct pme__replay_now pme__replay_now;

typedef struct pme__replay_counts {
  int64_t misses, cold, other_threads, coherence, false_sharing;
  int64_t asked;                                            /* accesses, of a hierarchy and of classes of lines alone */
  int64_t fills, write_backs, clean_outs, left, prefetches; /* of a hierarchy */
} pme__replay_counts;

typedef struct pme__replay_access {
  int64_t address, size_bytes;
  bool is_write;
  int thread;
} pme__replay_access;

/* Whether the machine is one of those: lines of one size up to 64 bytes, at most 64 instances. */
bool pme__replay_fits(const pme_machine *machine);
/* Empty; `coherent`: writes take lines out of other instances. NULL: out of memory.
 *
 * `roomy`, a bit for each level: those that are taken to hold all that comes to them, so that nobody need know in which
 * order lines were used. Where a set gets more lines than it has ways that was wrong: the touch fails, and what was
 * counted so far counts for nothing. */
pme__replay_caches *pme__replay_caches_create(const pme_machine *machine, bool coherent, unsigned roomy,
                                              pme_arena *arena);
/* Levels that were taken to be roomy and are not; 0: none as yet. */
unsigned pme__replay_crowded(const pme__replay_caches *caches);
/* From now on so many threads run. */
void pme__replay_team(pme__replay_caches *caches, int threads);
/* Adds to counts[level]. *last: a line of these caches that the access may well be to, or NULL; becomes its line. False:
 * out of memory, or a level is crowded. */
bool pme__replay_touch(pme__replay_caches *caches, const pme__replay_access *access, pme__replay_line **last,
                       pme__replay_counts *counts);
/* What tells whether an access changes anything (replay_quiet.h): that of all times, as long as the caches are there. */
const pme__replay_now *pme__replay_now_of(const pme__replay_caches *caches);

#endif
