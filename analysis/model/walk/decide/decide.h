/* Deciding one access: hit or miss, and why. Private to analysis/model/walk/decide.
 *
 * A SIEVE holds what one cache level needs: filters, which thread uses which instance, addresses, generators. It
 * decides any number of accesses, one at a time.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_DECIDE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_DECIDE_H

#include "generator.h"

/* One execution of a reference by one thread. */
typedef struct pme__walk_instance {
  int reference;
  int thread;
  int64_t iterators[PME__TREE_MAX_LOOPS];
} pme__walk_instance;

typedef enum pme__walk_verdict {
  PME__WALK_HIT,
  PME__WALK_MISS,        /* as many other lines as there are ways came in between */
  PME__WALK_FIRST_TOUCH, /* the start was reached */
  PME__WALK_UNDECIDED    /* the effort set for one walk was used up */
} pme__walk_verdict;

/* Whose lines count against the target. */
typedef enum pme__walk_rivals {
  PME__WALK_RIVALS_ALL, /* those of every thread of the instance: the cache as it is */
  PME__WALK_RIVALS_OWN, /* those of the target's thread: would it hit without the others? */
  PME__WALK_RIVALS_NONE /* none: was the line ever touched before? */
} pme__walk_rivals;

/* What other instances of a level did to a line since the target's instance touched it last. */
typedef enum pme__walk_holding {
  PME__WALK_HELD,         /* nothing */
  PME__WALK_LOST,         /* wrote bytes that the target wants */
  PME__WALK_LOST_FALSELY, /* wrote other bytes of the line only: false sharing */
  PME__WALK_HOLDING_UNKNOWN
} pme__walk_holding;

typedef struct pme__walk_sieve pme__walk_sieve;

/* For level `level` of the machine, bases of arrays all 0 until placed. Lives in `arena`. PME_NO_MEMORY. */
pme_status pme__walk_sieve_create(pme__loop_tree *program, const pme_machine *machine, int level, pme_arena *arena,
                                  pme__walk_sieve **out);
/* Absolute base of each placement group of arrays with unknown bases. */
void pme__walk_sieve_place(pme__walk_sieve *sieve, const int64_t *group_bases);

/* Facts that classes and certificates ask for. */
const pme__loop_tree *pme__walk_sieve_program(const pme__walk_sieve *sieve);
const pme__walk_filter *pme__walk_sieve_filter(const pme__walk_sieve *sieve);
const pme__walk_bundling *pme__walk_sieve_bundling(const pme__walk_sieve *sieve);
/* Per array: where it starts, for thread 0, as arrays are placed now. */
const int64_t *pme__walk_sieve_bases(const pme__walk_sieve *sieve);
int pme__walk_sieve_ways(const pme__walk_sieve *sieve);
/* The threads of a team of this size that share the cache instance of `thread`, ascending. Valid until the next call
 * with another team, or the next walk. */
int pme__walk_crew(pme__walk_sieve *sieve, int thread, int team, const int **threads);
/* The threads of a team of this size that share the cache instance that the access goes to. */
int pme__walk_crew_with(pme__walk_sieve *sieve, const pme__walk_instance *instance, int team, const int **threads);
void pme__walk_charge(pme__walk_sieve *sieve, int64_t work);
int64_t pme__walk_address(const pme__walk_sieve *sieve, const pme__walk_instance *instance);

/* Effort that a single walk may take, about ns; without limit at first. */
void pme__walk_limit(pme__walk_sieve *sieve, int64_t work_of_walk);

/* The lines that an instance touches, and its verdict for one of them. */
void pme__walk_lines(const pme__walk_sieve *sieve, const pme__walk_instance *instance, int64_t *first, int64_t *last);
pme__walk_verdict pme__walk_decide(pme__walk_sieve *sieve, const pme__walk_instance *instance, int64_t line,
                                   pme__walk_rivals rivals);
/* The same in two steps, for all rivals: what the last accesses before tell, UNDECIDED if nothing; the walk. */
pme__walk_verdict pme__walk_decide_near(pme__walk_sieve *sieve, const pme__walk_instance *instance, int64_t line);
pme__walk_verdict pme__walk_decide_far(pme__walk_sieve *sieve, const pme__walk_instance *instance, int64_t line);

/* Looks back from the target for writes of other instances of `level` of `machine`, up to the last touch by its own
 * instance. The sieve must be one of a cache that all threads share (coherence.c makes it). Of several writes by
 * one reference to a line only the last one is compared byte by byte. */
pme__walk_holding pme__walk_hold(pme__walk_sieve *sieve, const pme_machine *machine, int level,
                                 const pme__walk_instance *instance, int64_t line);
/* After PME__WALK_HIT: the reference that touched the line last. */
int pme__walk_toucher(const pme__walk_sieve *sieve);

/* Whether several threads ever use one instance of the cache. */
bool pme__walk_is_shared(const pme__walk_sieve *sieve);

/* Effort so far, about nanoseconds. */
int64_t pme__walk_work(const pme__walk_sieve *sieve);
/* PME_NO_MEMORY after a failed allocation, PME_OVER_BUDGET after a count that took too long; verdicts are void then. */
pme_status pme__walk_sieve_status(const pme__walk_sieve *sieve);

#endif
