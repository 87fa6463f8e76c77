/* The state of a cache level that accesses are decided for, as the files of this folder see it. Private to
 * analysis/model/walk/decide.
 *
 * Beside what stays (filters, generators, addresses) it holds the walk under way: its target, what counts against it,
 * and the distinct lines of the target's set that were met so far. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_LEVEL_STATE_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_LEVEL_STATE_H

#include "decide.h"

/* Effort of counting, about ns: of one summand. */
enum { PME__COST_SUMMAND = 100 };

/* Of a level with another policy than LRU (policy_set.c). */
typedef struct pme__policy_walk pme__policy_walk;

/* Which access groups a thread of a phase follows. */
typedef enum pme__followed {
  PME__FOLLOWED_ALL,
  PME__FOLLOWED_NOT_COMMON,           /* those that are not common: the first sharer carries these */
  PME__FOLLOWED_COMMON_IF_STRADDLING, /* ... but for accesses that may lie in two lines */
  PME__FOLLOWED_KINDS
} pme__followed;

/* Of the access groups outside of a phase: how often the line filter would be searched for them there. */
typedef struct pme__outside {
  bool is_counted;
  int searches[PME__FOLLOWED_KINDS];
} pme__outside;

struct pme__level_state {
  pme__loop_tree *program;
  const pme_machine *machine;
  int level;
  pme_arena *arena;
  int64_t sets, set_mask; /* mask 0: not a power of two */
  int line_shift;         /* a line has 1 << line_shift bytes */
  int ways;
  pme__lock_step *lock_steps; /* per reference */
  bool is_shared;             /* some instance serves several threads */
  pme__access_grouping grouping;
  pme__set_filter *set_filter, *line_filter;
  int64_t *bases; /* per array, of thread 0 */
  pme__walk_generator *serial;
  pme__walk_generator **threads;              /* per thread, made when needed */
  struct pme__walk_merge_input *merge_inputs; /* per thread (phase.c) */
  pme__walk_entry *root_entries, *phase_entries;
  int root_count;        /* of the entries for the target's phase */
  pme__outside *outside; /* per phase, at its first reference */
  int root_searches[2];  /* searches of the line filter at the root: of phases alone, and with serial code */
  int *sharer_threads, *sharer_first; /* of a team: sorted by instance, and where those of each begin */
  int sharers_team;                   /* its size */
  pme__counter counter;
  int64_t work, work_of_walk, work_limit;
  pme_status status;
  /* The walk under way */
  const pme__walk_instance *target;
  int64_t line, set;
  int instance; /* of the cache */
  pme__interference interference;
  int64_t *lines; /* distinct lines so far */
  int line_count;
  /* Looking for writes of others: the machine as it is, and the level whose instances are meant. NULL: not doing so. */
  const pme_machine *coherent_machine;
  int coherent_level, coherent_instance;  /* the target's instance */
  bool invalidated, is_from_others;       /* by a write of theirs; touched by them since the last own touch */
  pme__level_state *everyone;             /* writes of others are heeded: all threads in one cache with these sets */
  struct pme__emptied_ways *emptied_ways; /* ... of that one (emptied_ways.c) */
  const pme__touch_collector *collector;  /* ... for whoever wants all touches; NULL: nobody */
  pme__policy_walk *policy;               /* NULL: LRU */
  bool every_touch; /* the walk under way tells every touch of the set, not only the latest one of each line */
  int last_touch;   /* reference whose event decided the last walk */
  bool *was_first;  /* per reference: the last walk ended at the start */
};

/* ---- who shares the instance (sharers.c) ---- */

static inline int pme__instance_of(const pme__level_state *state, int thread, int team) {
  return pme_machine_instance_of(state->machine, state->level, thread, team);
}
/* The threads of a team of this size that share state->instance. */
pme__sharers pme__sharers_of(pme__level_state *state, int team);
/* Which phases are followed in lock step, per reference; whether any instance serves several threads. */
void pme__find_lock_steps(pme__level_state *state);

/* The generator of a thread, made when needed. NULL: out of memory, state->status says so. */
pme__walk_generator *pme__thread_generator(pme__level_state *state, int thread);
/* Of phase.c: room for merging so many threads. NULL: out of memory. */
struct pme__walk_merge_input *pme__merge_inputs_create(int threads, pme_arena *arena);

/* ---- what is met (lru_set.c, validity.c) ---- */

static inline int64_t pme__set_of(const pme__level_state *state, int64_t line) {
  if (state->set_mask || state->sets == 1)
    return line & state->set_mask;
  int64_t set = line % state->sets;
  return set < 0 ? set + state->sets : set;
}

static inline bool pme__interferes(const pme__level_state *state, int thread) {
  return state->interference == PME__INTERFERENCE_ALL ||
         (state->interference == PME__INTERFERENCE_OWN && thread == state->target->thread);
}

/* Whether all threads of an aligned phase touch the same line at the same index through this reference. */
static inline bool pme__is_common(const pme__tree_node *phase, const pme__tree_reference *reference) {
  return phase->aligned && reference->pitch_bytes == 0 &&
         (!phase->worksharing || pme__tree_coefficient(&reference->offset, phase->worksharing->depth) == 0);
}

/* A line that was touched earlier; it counts against the target if it `interferes`. True: decided. */
bool pme__meet_line(pme__level_state *state, int64_t line, bool interferes, pme__walk_verdict *verdict);
/* An access that was made earlier. True: decided. */
bool pme__meet(pme__level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict);
bool pme__is_own_instance(const pme__level_state *state, int thread, int team);
/* What an access does to a line in the target's instance, while looking for writes of others. */
typedef enum pme__line_change { PME__LINE_STAYS, PME__LINE_BROUGHT, PME__LINE_TAKEN } pme__line_change;
pme__line_change pme__change_of(const pme__level_state *state, const pme__walk_event *event, bool *by_all);
/* Around a walk that looks for writes of other instances; it is to begin at `first`. False: another thread of the
 * instance brings the line at the same index. */
bool pme__begin_coherent_walk(pme__level_state *state, const pme_machine *machine, int level,
                              const pme__walk_instance *instance, pme__walk_instance *first);
void pme__end_coherent_walk(pme__level_state *state);
/* A line changed, latest first. True: decided. */
bool pme__meet_way(pme__level_state *state, int64_t line, pme__line_change what, pme__walk_verdict *verdict);
/* For the collector. True: enough. */
bool pme__collect_touch(pme__level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict);
/* References that the instance of the cache can see: serial code is thread 0's. */
pme__walk_entries pme__visible_roots(pme__level_state *state);
/* From where the serial generator stands to the start. True: decided. */
bool pme__run_serial(pme__level_state *state, pme__walk_verdict *verdict);
/* The line was touched. True: decided, HIT means valid, MISS means invalidated. */
bool pme__meet_for_validity(pme__level_state *state, const pme__walk_event *event, pme__walk_verdict *verdict);

/* ---- other policies than LRU (policy_set.c) ---- */

/* Sets state->policy where the level has one. False: out of memory. */
bool pme__policy_walk_create(pme__level_state *state, pme_arena *arena);
/* A touch of the set, latest first. True: enough. */
bool pme__policy_meet_line(pme__level_state *state, int64_t line, pme__walk_verdict *verdict);
/* Hit, miss or first touch; UNDECIDED where the effort ended before what was earlier stopped to matter. */
pme__walk_verdict pme__policy_decide(pme__level_state *state, const pme__walk_instance *instance, int64_t line);
/* So many distinct lines, its own included, leave a line where it is, whatever else the set holds. */
int pme__kept_lines(const pme__level_state *state);

/* ---- going back (phase.c, decide.c) ---- */

/* `thread` points into a list that outlives the walk, or is NULL for serial code. */
void pme__prepare_generator(pme__level_state *state, pme__walk_generator *g, const pme__set_filter *filter,
                            const int *thread, bool indexed);
/* Iterators of the loops outside `depth`, by a thread. */
typedef struct pme__walk_position {
  const int64_t *iterators;
  int depth, thread;
} pme__walk_position;

/* The references of `from` at this position, and iterators 0 of the loops from its depth on; written to `to`. */
pme__walk_entries pme__make_entries(pme__level_state *state, const pme__set_filter *filter,
                                    const pme__walk_position *at, pme__walk_entries from, pme__walk_entry *to);
/* A phase that lies wholly before the target: the one that the serial generator reported. True: decided. */
bool pme__walk_whole_phase(pme__level_state *state, pme__walk_verdict *verdict);
/* The part of the target's own phase that lies before it. True: decided. */
bool pme__walk_own_phase(pme__level_state *state, pme__walk_verdict *verdict);
/* One walk from an instance, with this effort at most. */
pme__walk_verdict pme__walk_back(pme__level_state *state, const pme__walk_instance *instance, int64_t line,
                                 pme__interference interference, int64_t limit);

#endif
