/* Deciding one access: hit or miss, and why. Private to analysis/model.
 *
 * The LEVEL STATE holds what one cache level needs: filters, which thread uses which instance, addresses, generators.
 * It decides any number of accesses, one at a time.
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
typedef enum pme__interference {
  PME__INTERFERENCE_ALL, /* those of every thread of the instance: the cache as it is */
  PME__INTERFERENCE_OWN, /* those of the target's thread: would it hit without the others? */
  PME__INTERFERENCE_NONE /* none: was the line ever touched before? */
} pme__interference;

/* What other instances of a level did to a line since the target's instance touched it last. */
typedef enum pme__line_validity {
  PME__LINE_VALID,               /* nothing */
  PME__LINE_INVALIDATED,         /* wrote bytes that the target wants */
  PME__LINE_INVALIDATED_FALSELY, /* wrote other bytes of the line only: false sharing */
  PME__LINE_VALIDITY_UNKNOWN
} pme__line_validity;

typedef struct pme__level_state pme__level_state;

/* For level `level` of the machine, bases of arrays all 0 until placed. Lives in `arena`. PME_NO_MEMORY. */
pme_status pme__level_state_create(pme__loop_tree *program, const pme_machine *machine, int level, pme_arena *arena,
                                   pme__level_state **out);
/* Absolute base of each placement group of arrays with unknown bases. */
void pme__level_state_place(pme__level_state *state, const int64_t *group_bases);

/* Facts that other files ask for. */
const pme__loop_tree *pme__level_state_program(const pme__level_state *state);
const pme__set_filter *pme__level_state_filter(const pme__level_state *state);
const pme__access_grouping *pme__level_state_grouping(const pme__level_state *state);
/* Per array: where it starts, for thread 0, as arrays are placed now. */
const int64_t *pme__level_state_bases(const pme__level_state *state);
/* So many distinct lines, its own included, never make a line leave: of LRU the ways. */
int pme__level_state_kept_lines(const pme__level_state *state);
/* Whether verdicts of levels with this replacement policy are its own; others are taken as LRU. */
bool pme__policy_is_decided(const pme_policy *policy);
/* The share of its misses that verdicts of a level with this replacement policy may be off by: starts that were not
 * tried may end with other lines. */
double pme__policy_doubt(const pme_policy *policy);
/* False: verdicts are those of another replacement policy, and what counts lines must not decide. */
bool pme__level_state_is_lru(const pme__level_state *state);
const pme_machine *pme__level_state_machine(const pme__level_state *state);
int pme__level_state_level(const pme__level_state *state);
/* The threads of a team of this size that share the cache instance of `thread`, ascending. Valid until the next call
 * with another team, or the next walk. */
int pme__sharers_of_thread(pme__level_state *state, int thread, int team, const int **threads);
/* The threads of a team of this size that share the cache instance that the access goes to. */
int pme__sharers_of_instance(pme__level_state *state, const pme__walk_instance *instance, int team,
                             const int **threads);
void pme__walk_charge(pme__level_state *state, int64_t work);
int64_t pme__walk_address(const pme__level_state *state, const pme__walk_instance *instance);

/* Effort that a single walk may take, about ns; without limit at first. */
void pme__walk_limit(pme__level_state *state, int64_t work_of_walk);

/* The lines that an instance touches, and its verdict for one of them. */
void pme__walk_lines(const pme__level_state *state, const pme__walk_instance *instance, int64_t *first, int64_t *last);
pme__walk_verdict pme__walk_decide(pme__level_state *state, const pme__walk_instance *instance, int64_t line,
                                   pme__interference interference);
/* The same in two steps, for interference of all: what the last accesses before tell, UNDECIDED if nothing; the walk.
 */
pme__walk_verdict pme__walk_decide_near(pme__level_state *state, const pme__walk_instance *instance, int64_t line);
pme__walk_verdict pme__walk_decide_far(pme__level_state *state, const pme__walk_instance *instance, int64_t line);

/* Looks back from the target for writes of other instances of `level` of `machine`, up to the last touch by its own
 * instance. The state must be one of a cache that all threads share (coherence.c makes it). Of several writes by
 * one reference to a line only the last one is compared byte by byte. */
pme__line_validity pme__line_validity_of(pme__level_state *state, const pme_machine *machine, int level,
                                         const pme__walk_instance *instance, int64_t line);
/* After pme__line_validity_of: whether other instances touched the line, too, since the target's did, if ever: a write
 * takes it from them then. */
bool pme__walk_is_from_others(const pme__level_state *state);
/* From now on pme__walk_spare looks for ways that writes of others emptied. `everyone`: the level, were all threads in
 * one cache of it; it is placed as the state is. */
void pme__level_state_heed_writes(pme__level_state *state, pme__level_state *everyone);
/* A verdict of pme__walk_decide for interference of all, which knows no such ways: a miss may be a hit. */
pme__walk_verdict pme__walk_spare(pme__level_state *state, const pme__walk_instance *instance, int64_t line,
                                  pme__walk_verdict verdict);
/* After PME__WALK_HIT: the reference that touched the line last. */
int pme__walk_last_touch_by(const pme__level_state *state);

/* A touch of a set, latest first: `thread` made it, or, `by_all`, the sharers of the instance up to it did, one after the
 * other. */
typedef struct pme__set_touch {
  int64_t address;
  int reference, group, thread, team;
  int instance; /* of the cache */
  bool by_all;
} pme__set_touch;
/* Whether the line is written by it, or by an access of its group whose touches it stands for. */
bool pme__touch_writes(const pme__level_state *state, const pme__set_touch *touch, int64_t line);
/* True: enough. */
typedef bool pme__set_touch_sink(void *context, const pme__set_touch *touch);
typedef struct pme__touch_collector {
  pme__set_touch_sink *sink;
  void *context;
  int64_t limit; /* of the effort, about ns */
} pme__touch_collector;

/* All touches of a set before an instance, by all threads of its cache instance; of touches of one line that come one
 * after another some are left out. FIRST_TOUCH: the start of the program was reached; MISS: it was enough; UNDECIDED. */
pme__walk_verdict pme__walk_touches(pme__level_state *state, const pme__walk_instance *instance, int64_t line,
                                    const pme__touch_collector *collector);
/* The same from the end of the program, of a cache instance. */
pme__walk_verdict pme__walk_touches_from_end(pme__level_state *state, int instance, int64_t line,
                                             const pme__touch_collector *collector);

/* Whether several threads ever use one instance of the cache. */
bool pme__walk_is_shared(const pme__level_state *state);

/* Effort so far, about nanoseconds. */
int64_t pme__walk_work(const pme__level_state *state);
/* PME_NO_MEMORY after a failed allocation, PME_OVER_BUDGET after a count that took too long; verdicts are void then. */
pme_status pme__level_state_status(const pme__level_state *state);

#endif
