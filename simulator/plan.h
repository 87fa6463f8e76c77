/* The plan: a pme_concrete rewritten for fast stepping. Private to simulator.
 *
 * Roles are settled here, once: which loops are dealt out to a team, where teams start, which loops are plain, where a
 * barrier is all that is left of a loop without accesses. Consecutive accesses form a RUN. A loop whose body is one RUN
 * with constant strides is a ROW: stepping it costs one addition per access.
 */
#ifndef PMECACHE_SIMULATOR_PLAN_H
#define PMECACHE_SIMULATOR_PLAN_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"

/* Value = constant + sum of coefficient * iterator[depth] + sum of coefficient * floor(numerator / denominator).
 * Arithmetic wraps: the program was checked, wrapping only keeps bad input defined. */
typedef struct sim_term {
  int depth;
  int64_t coefficient;
} sim_term;

typedef struct sim_div sim_div;

typedef struct sim_affine {
  int64_t constant;
  int term_count, div_count;
  const sim_term *terms; /* non-zero coefficients only */
  const sim_div *divs;
} sim_affine;

struct sim_div {
  int64_t coefficient, denominator;
  sim_affine numerator;
};

int64_t pme__sim_div_value(const sim_affine *affine, const int64_t *iterators);

static inline int64_t sim_affine_value(const sim_affine *affine, const int64_t *iterators) {
  uint64_t value = (uint64_t)affine->constant;
  for (int t = 0; t < affine->term_count; t++)
    value += (uint64_t)affine->terms[t].coefficient * (uint64_t)iterators[affine->terms[t].depth];
  if (affine->div_count)
    value += (uint64_t)pme__sim_div_value(affine, iterators);
  return (int64_t)value;
}

typedef enum sim_kind {
  SIM_RUN,    /* consecutive accesses */
  SIM_LOOP,   /* run in full by the thread that meets it */
  SIM_SHARED, /* its iterations are dealt out to the team */
  SIM_GUARD,
  SIM_REGION, /* a team starts here and joins at the end */
  SIM_BARRIER /* a worksharing loop without accesses */
} sim_kind;

typedef struct sim_bounds {
  int depth; /* of the loop's iterator */
  int first_count, last_count;
  const sim_affine *firsts, *lasts;
  int64_t step;
} sim_bounds;

typedef struct sim_node {
  sim_kind kind;
  int source; /* node of the program; PME_NONE for a region that a loop makes */
  int first_child, next_sibling;
  /* SIM_RUN; also of a loop that is a row: its run */
  int access_first, access_count;
  int64_t extra_effort; /* of one visit: 64-byte lines of wide accesses, which cost time beyond their number */
  /* SIM_LOOP, SIM_SHARED */
  sim_bounds bounds;
  bool is_row;
  /* SIM_SHARED: `collapse` nested loops, `inner` is the innermost of them (itself if collapse is 1) */
  pme_schedule_kind schedule;
  int64_t chunk; /* 0: none */
  int collapse;
  int inner;
  bool rectangular; /* the extents of the collapsed loops do not depend on each other */
  bool nowait;
  /* SIM_REGION */
  int threads;
  /* SIM_GUARD */
  bool one_thread;
  int condition_count;
  const sim_affine *conditions;
} sim_node;

typedef struct sim_access {
  int array;
  int node;                /* of the program */
  sim_affine offset_bytes; /* of thread 0 */
  int64_t thread_bytes;    /* from one of `threads` threads to the next */
  int threads;
  int64_t size_bytes; /* 1 .. 2^31 - 1 */
  bool is_write;
} sim_access;

typedef struct sim_plan {
  const pme_concrete *concrete;
  int node_count;
  sim_node *nodes;
  int first_node;
  int access_count;
  sim_access *accesses;
  int longest_run;  /* accesses of the longest run */
  int most_threads; /* of any region; >= 1 */
  int depth;        /* number of iterators */
} sim_plan;

/* Lives in `arena`. PME_NO_MEMORY, PME_BAD_INPUT, PME_UNSUPPORTED. */
pme_status pme__sim_plan_create(const pme_concrete *concrete, pme_arena *arena, sim_plan **out, pme_error *error);

/* Start value and number of iterations (0 .. INT64_MAX) of a loop at the given outer iterators. */
int64_t pme__sim_bounds_evaluate(const sim_bounds *bounds, const int64_t *iterators, int64_t *start);

#endif
