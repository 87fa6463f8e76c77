/* The accesses of one thread that touch the target's set, latest first. Private to analysis/model/walk/decide.
 *
 * A generator stands somewhere in the program of one thread and steps backward. It holds a FRAME for each loop that it
 * is in, and at most one ROW: a body of accesses, or a loop around nothing but one. Frames and rows hold ENTRIES:
 * access groups (access_group.h) that may still touch, each with the loop value at which it can touch next; so
 * iterations in which nothing touches are jumped over. An access group whose address does not change along a loop
 * leaves after one full iteration: it would give the same lines again.
 *
 * A generator may follow threads in lock step (set_filter.h): its thread is the first of `sharers`, and each access it
 * finds is tried for all of them, last thread first: same index, descending thread.
 *
 * Serial code has a generator of its own. It reports phases, and the caller then asks the generators of the threads.
 * When several threads share the cache, generators are INDEXED: they know the index of each access in its thread's
 * phase, by which the caller merges them.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_GENERATOR_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_GENERATOR_H

#include "analysis/model/loop_tree/access_count.h"
#include "set_filter.h"

typedef struct pme__walk_entry {
  int reference;     /* that leads the access group */
  int sharer_member; /* rows in lock step: index into the sharers */
  int member;    /* rows: of the access group, the one that touches; those before it do not, or not in this iteration */
  int position;  /* ... in the body */
  int64_t value; /* of the loop's iterator, where the access group may touch next */
  int64_t residue; /* there */
} pme__walk_entry;

typedef struct pme__walk_entries {
  const pme__walk_entry *at;
  int count;
} pme__walk_entries;

typedef struct pme__walk_frame {
  const pme__tree_node *loop;
  const pme__tree_node *next_child; /* next (earlier) child of the current iteration, NULL: iteration done */
  int64_t value, lowest, step;      /* current iteration; first iteration of this thread; distance between two */
  int64_t highest;                  /* last iteration of this thread */
  int64_t start_index;              /* of the first access of this execution of the loop */
  bool full;                        /* the current iteration was entered at its end */
  pme__walk_entry *entries;
  int entry_count;
} pme__walk_frame;

typedef struct pme__walk_row {
  bool active;
  const pme__tree_node *loop; /* NULL: a body beside loops */
  int depth;                  /* of the innermost loop around the body */
  int64_t lowest, step;
  int64_t start_index;
  int group_size;
  int64_t cut_value; /* in lock step: there only sharers below the target made the access at `cut`; cut -1: no such */
  int cut;
  int entry_count, capacity;
  pme__walk_entry *entries;
} pme__walk_row;

/* One access that touches the set (or, with tiny caches, may touch it). */
typedef struct pme__walk_event {
  int reference;
  int thread;      /* PME_NONE: all sharers alike */
  int last_thread; /* thread PME_NONE, and looking for one line, or for all touches: the last of them that takes part */
  int64_t address_bytes;
  int64_t index; /* if indexed */
  /* Looking for one line: it stands for so many more accesses to the line, each `stride_bytes` before the later one. */
  int64_t more, stride_bytes;
} pme__walk_event;

/* Threads that share a cache instance, ascending. */
typedef struct pme__sharers {
  int count;
  const int *threads;
} pme__sharers;

/* Where a sharer in lock step is in the worksharing loop. */
typedef struct pme__sharer_position {
  int64_t lead;  /* its iteration, less that of the first sharer at the same index */
  int64_t trips; /* BLOCK: its iterations */
} pme__sharer_position;

typedef enum pme__walk_step {
  PME__WALK_STEP_EVENT,
  PME__WALK_STEP_YIELD,   /* nothing left at or above the stop index; call again */
  PME__WALK_STEP_PHASE,   /* serial generator: `phase` and `phase_entries` are set; call again to go on before it */
  PME__WALK_STEP_STOPPED, /* the effort of this walk is used up */
  PME__WALK_STEP_END
} pme__walk_step;

typedef struct pme__walk_generator {
  const pme__loop_tree *program;
  const pme__set_filter *filter;
  const int64_t *bases; /* per array, thread 0 */
  pme__counter *counter;
  int64_t *work;      /* effort, about 1 ns each */
  int64_t work_limit; /* for *work */
  int thread;
  bool indexed;
  bool every_touch;                  /* also what repeats: iterations that touch the same lines again */
  bool every_write;                  /* with it: also writes behind which others read the same in the same iteration */
  pme__sharers sharers;              /* in lock step; count 0: `thread` alone */
  const pme__tree_node *worksharing; /* of the phase in lock step, NULL: none */
  int64_t worksharing_first;         /* BLOCK: the first iteration of the first sharer */
  int64_t worksharing_last;          /* CYCLIC: its last iteration, of all threads */
  pme__sharer_position *members;     /* per sharer: how it runs the worksharing loop */
  int member_capacity;
  int below_target; /* sharers below the target's thread: start_at lets them make the target's access */
  int longest_group;
  int64_t index; /* all that is left has an index below this */
  int64_t iterators[PME__TREE_MAX_LOOPS];
  int frame_count;
  pme__walk_frame frames[PME__TREE_MAX_LOOPS];
  pme__walk_row row;
  pme__walk_entry *entry_storage; /* entries of the frames, one behind the other; rows have their own */
  const pme__tree_node *phase;
  pme__walk_entries phase_entries;
} pme__walk_generator;

/* PME_NO_MEMORY. Lives in `arena`; used again for every walk. */
pme_status pme__walk_generator_create(const pme__loop_tree *program, pme_arena *arena, pme__walk_generator **out);
/* Makes room for the rows of so many threads in lock step. False: out of memory. */
bool pme__walk_generator_reserve(pme__walk_generator *g, int threads, pme_arena *arena);

/* ---- standing somewhere (seek.c) ----
 *
 * `entries`: references that may touch, with residues at the loop around the first one entered (for the root: at
 * iterators 0). g->filter, bases, thread and indexed are set before. */

/* Effort of each loop that is stood in, and all of it for loops around a phase. */
enum { PME__WALK_COST_FRAME = 24 };

/* Just before the instance of `reference` at `iterators`, in the loops from_level .. to_level - 1 of its path. If
 * indexed (from_level is then a phase), g->index becomes the index of the instance. */
void pme__walk_start_at(pme__walk_generator *g, const pme__tree_reference *reference, const int64_t *iterators,
                        int from_level, int to_level, pme__walk_entries entries);
/* At the end of a phase. `iterators` are those around the phase. */
void pme__walk_start_phase(pme__walk_generator *g, const pme__tree_node *phase, const int64_t *iterators,
                           pme__walk_entries entries);
/* Before the access number `index` of the thread in a phase, or at its end if it makes fewer. Indexed only. */
void pme__walk_seek(pme__walk_generator *g, const pme__tree_node *phase, const int64_t *iterators, int64_t index,
                    pme__walk_entries entries);

/* ---- going ---- */

/* The next (earlier) event. Indexed generators return YIELD as soon as all that is left has an index below
 * `stop_index`. */
pme__walk_step pme__walk_previous(pme__walk_generator *g, int64_t stop_index, pme__walk_event *event);

/* ---- shared by generator.c, row.c and seek.c ---- */

static inline const pme__access_group *pme__access_group_of(const pme__walk_generator *g, int reference) {
  return g->filter->access_groups[reference];
}

/* Whether a later access of the body tells the same lines. */
static inline bool pme__is_shadowed(const pme__walk_generator *g, int reference) {
  return !g->every_touch && pme__access_group_of(g, reference)->shadowed;
}

static inline const pme__walk_pattern *pme__pattern_of(const pme__walk_generator *g, int reference) {
  return &g->filter->access_groups[reference]->pattern;
}

/* Entries of the frame around a loop or row; those with `value` are touched in its present iteration. */
typedef struct pme__walk_around {
  const pme__walk_entry *entries;
  int count;
  int64_t value;
} pme__walk_around;

/* A frame without entries, behind the last iteration of `range`. */
pme__walk_frame *pme__walk_push_frame(pme__walk_generator *g, const pme__tree_node *loop, const pme__tree_range *range);
/* All of `loop`, from its end. */
void pme__walk_enter_loop(pme__walk_generator *g, const pme__tree_node *loop, const pme__walk_around *around,
                          const pme__tree_range *range);
/* Where a row begins: of `loop` (NULL: of a body alone). References before `cut` in the body start at `value`, the
 * others one iteration earlier. */
typedef struct pme__walk_row_start {
  const pme__tree_node *loop, *body;
  int64_t value;
  int cut;
} pme__walk_row_start;

/* The row in iterations `range`. g->row.start_index is the caller's to set. */
void pme__walk_start_row(pme__walk_generator *g, const pme__walk_row_start *start, const pme__tree_range *range,
                         const pme__walk_around *around);
/* The latest event of the row, and on. False: the thread does not get there. */
bool pme__walk_emit(pme__walk_generator *g, pme__walk_event *event);

/* ---- lock step (lock_step.c) ---- */

static inline bool pme__is_spread(const pme__walk_generator *g, const pme__walk_pattern *pattern) {
  return g->sharers.count > 0 && pattern->spread;
}

/* Whether a sharer gets to the present iterations, were `loop` at `value`: of blocks only the last one may lack
 * threads, or be cut short. */
bool pme__takes_part(pme__walk_generator *g, int member, const pme__tree_node *loop, int64_t value);
bool pme__all_take_part(pme__walk_generator *g, const pme__tree_node *loop, int64_t value);
/* The last of the threads that get there. */
int pme__last_thread(pme__walk_generator *g, const pme__tree_node *loop, int64_t value);
/* How far a sharer's access is from that of the first one. */
int64_t pme__apart_bytes(const pme__walk_generator *g, const pme__tree_reference *reference, int member);

static inline bool pme__walk_holds(const pme__tree_node *node, int reference) {
  return reference >= node->reference_first && reference < node->reference_first + node->reference_count;
}

#endif
