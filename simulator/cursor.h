/* One thread's walk through the plan: a stack of frames that yields runs of accesses. Private to simulator. */
#ifndef PMECACHE_SIMULATOR_CURSOR_H
#define PMECACHE_SIMULATOR_CURSOR_H

#include "placement.h"
#include "plan.h"

typedef struct sim_execution sim_execution;
typedef struct sim_team sim_team;

/* Accesses that a thread issues without asking again: `left` of them, cyclically over `count` addresses. */
typedef struct sim_run {
  int count, position;
  int64_t left;
  uint64_t *addresses; /* of the next visit */
  uint64_t *strides;   /* from one visit to the next */
  uint64_t *metas;
} sim_run;

typedef struct sim_frame {
  const sim_node *node; /* NULL: the list that the cursor started with */
  int next_child;
  int64_t left; /* loops: iterations of this piece, the present one included */
} sim_frame;

/* A thread's place in the worksharing loop that it is in. */
typedef struct sim_share {
  uint64_t encounter;   /* which worksharing loop of the region it is, counted by this thread */
  int64_t next, end;    /* logical iterations of the present chunk that are not handed out */
  int64_t chunk_number; /* static: of this thread's next chunk */
  /* Collapsed loops that are rectangular: start and extent of each. Others: an odometer over all but the innermost. */
  int64_t starts[PME_MAX_DEPTH], extents[PME_MAX_DEPTH];
  int64_t row_first,
      row_count; /* odometer: logical iterations of the present innermost loop; row_count < 0: not begun */
} sim_share;

typedef struct sim_cursor {
  sim_execution *execution;
  sim_team *team; /* NULL for the serial cursor */
  int thread;
  int frame_count;
  sim_frame frames[PME_MAX_DEPTH + 4];
  int64_t iterators[PME_MAX_DEPTH];
  uint64_t encounters; /* worksharing loops that this thread has entered in the region */
  sim_share share;
  sim_run run;
} sim_cursor;

typedef enum sim_step {
  SIM_STEP_RUN,     /* cursor->run holds at least one access */
  SIM_STEP_BARRIER, /* waits; call again to go on */
  SIM_STEP_FORK,    /* serial code meets the region *region; call again to go on behind it */
  SIM_STEP_DONE,
  SIM_STEP_STOPPED /* execution->status says why */
} sim_step;

/* Puts the cursor before the list of nodes that starts at `first_node`; iterators and run buffers are the caller's. */
void pme__sim_cursor_start(sim_cursor *cursor, int first_node);
/* The next run. `region` may be NULL in a team. */
sim_step pme__sim_cursor_advance(sim_cursor *cursor, const sim_node **region);

#endif
