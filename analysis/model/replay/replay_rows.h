/* Rows of accesses that a phase is made of, and where the threads are among them. Private to analysis/model/replay. */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_ROWS_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_ROWS_H

#include "analysis/model/hierarchy/hierarchy.h"
#include "replay_run.h"

/* Iterations of a body's accesses, one after the other; body NULL: here chunks of `deal` are asked for. */
typedef struct pme__replay_row {
  const pme__tree_node *body;
  int64_t trips; /* left */
  int64_t all_trips;
  int64_t first_move; /* of its references */
  int64_t deal;
} pme__replay_row;

/* Where a reference of a row goes next, without what the thread adds to its address, and how far it is from there to the
 * one after. */
typedef struct pme__replay_move {
  int64_t address, step;
  int64_t next; /* where not all lines are run: the iteration that comes to one */
} pme__replay_move;

/* One execution of a dynamic or guided loop by the team: chunk c is rows[starts[c]] .. rows[starts[c + 1] - 1]. */
typedef struct pme__replay_deal {
  const pme__tree_node *loop;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  int64_t first_chunk, chunks, given;
} pme__replay_deal;

/* Where a thread is among the rows: inside a chunk it comes back to `after` .. `after_end`. */
typedef struct pme__replay_cursor {
  int64_t at, end, after, after_end;
  int position; /* in the body of row `at` */
  int64_t deal; /* PME_NONE: in none */
  /* Where not all lines are run: */
  int64_t index;     /* of the row's first access among the thread's */
  int64_t iteration; /* of the row, the next that comes to a line that is run */
  bool in_row;       /* these are of row `at` */
} pme__replay_cursor;

/* What of a reference is needed at each access. */
typedef struct pme__replay_kind {
  int64_t size_bytes, pitch_bytes;
  bool is_write;
} pme__replay_kind;

/* One access of a round (replay_rounds.c). */
typedef struct pme__replay_slot {
  pme__replay_move *move;
  const pme__replay_kind *kind;
  pme__replay_line **line; /* that the reference was at last */
  int number, thread;      /* of the reference */
} pme__replay_slot;

struct pme__replay_run {
  const pme__loop_tree *program;
  pme__replay_setup setup;
  pme__replay_caches *caches;
  const pme__replay_now *now; /* of the caches, where all lines are run */
  pme__hierarchy *hierarchy;  /* in their place; NULL: levels apart */
  const int64_t *group_bases;
  pme__replay_tally tally;
  int64_t iterators[PME__TREE_MAX_LOOPS];
  pme__replay_kind *kinds;  /* [reference] */
  pme__replay_line **lines; /* [reference * most_threads + thread]: that it touched last */
  pme__replay_row *rows;    /* of the phase that is run */
  int64_t row_count, row_room;
  pme__replay_move *moves; /* of the rows */
  int64_t move_count, move_room;
  pme__replay_deal *deals; /* of the phase, in the order in which each thread comes to them */
  int64_t deal_count, deal_room, met;
  int64_t *starts; /* of chunks among the rows */
  int64_t start_count, start_room;
  pme__replay_slot *slots;
  int64_t *leaves; /* [slot]: the first round that is not known to stay in the line of the one before */
  int64_t slot_room, leave_room;
  int64_t issued, idle;
  unsigned roomy, crowded; /* levels (replay_caches.h) */
  bool in_phase, no_memory, too_many;
};

/* The row that the thread is in; NULL: it is done. */
pme__replay_row *pme__replay_row_of(pme__replay_run *r, pme__replay_cursor *c);
/* One access goes through the caches. */
void pme__replay_pass_on(pme__replay_run *r, int number, int64_t address, int thread);
/* Room for so many slots; false: out of memory, as is_over says. */
bool pme__replay_slots(pme__replay_run *r, int64_t count);
/* Memory is at an end, or there are more accesses than asked for, or a level is crowded. */
static inline bool pme__replay_is_over(const pme__replay_run *r) {
  return r->no_memory || r->too_many || r->crowded != 0;
}
/* Where all threads that are not done go round rows of as many accesses: until one of them comes to the end of its row,
 * in turns, where what changes nothing is passed over. False: they do not, and nothing was done. */
bool pme__replay_run_rounds(pme__replay_run *r, pme__replay_cursor *cursors, int team);
/* All rows of the phase, where not all lines are run: the same order as in turns. */
void pme__replay_by_index(pme__replay_run *r, pme__replay_cursor *cursors, int team);

#endif
