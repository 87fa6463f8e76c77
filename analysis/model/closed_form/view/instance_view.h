/* The program as one cache instance sees it. Private to analysis/model.
 *
 * A view holds the loops and references whose accesses reach one instance of one cache level, in normal form: loops run
 * x = 0, 1, ..., trips - 1 under a root loop of one iteration, and every reference is an affine function of these
 * counters. A worksharing loop is SHARED when several of its threads use the instance; when one does, it becomes two
 * serial loops, over the rounds of the schedule and over the block (docs/model/equations.md 8.3), so that a private
 * cache needs no equations of its own. Guards and regions leave no loop behind.
 *
 * Tiles count from their start (loop_shape.h). Other bounds that depend on outer loops are evaluated at a *position*:
 * values of all loops, chosen by fractions in [0, 1). One position is enough for rectangular nests; others average over
 * several (docs/model/equations.md 8.5).
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_VIEW_INSTANCE_VIEW_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_VIEW_INSTANCE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/model/closed_form/classes/block_cyclic.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/loop_tree/loop_shape.h"
#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/machine.h"

/* Loops a reference may stand in, the root and the halves of split loops included. */
enum { PME__INSTANCE_VIEW_MOST_DEPTH = PME_MAX_DEPTH + 4 };

typedef enum pme__loop_kind { PME__LOOP_SERIAL, PME__LOOP_SHARED } pme__loop_kind;
typedef enum pme__loop_part { PME__PART_WHOLE, PME__PART_ROUNDS, PME__PART_BLOCK } pme__loop_part;

typedef struct pme__loop {
  int parent; /* PME_NONE for the root, which is loop 0 */
  int depth;  /* 0 for the root */
  int order;  /* preorder number, shared with references */
  int end;    /* behind the last order number inside */
  pme__loop_kind kind;
  pme__loop_part part;
  int source;       /* node of the program; PME_NONE for the root */
  int source_depth; /* its iterator in the affine functions of the program */
  int64_t factor;   /* source iterations per iteration of this loop */
  int64_t lead;     /* source iterations before this loop's first: blocks of threads before the visible one */
  /* Of a worksharing loop: the threads of the team that this instance serves (ascending). */
  int64_t team, thread_count, chunk;
  const int64_t *threads;
  bool follows; /* starts and ends where loops around it say, otherwise than as a shifted loop (loop_shape.h) */
  /* At the current position: */
  int64_t first, value;       /* of the variable in the source: in the first iteration, and now */
  double trips;               /* iterations; of a SHARED loop: all serial ones, of all threads */
  int64_t at;                 /* iteration at the position, 0 <= at < trips */
  pme__schedule schedule;     /* SHARED */
  int64_t parallel_iteration; /* SHARED: parallel iteration at the position */
  int64_t active;             /* SHARED: visible threads that are at work; all busy ones unless a phase is looked at */
} pme__loop;

typedef struct pme__reference {
  int node;  /* of the program */
  int array; /* of the program */
  int block; /* arrays with known relative addresses share a block */
  int loop;  /* innermost */
  int order;
  int64_t size_bytes;
  const pme_affine *offset;     /* of the program */
  int64_t base_bytes;           /* of the array inside its block */
  const int64_t *strides_bytes; /* per depth, root included: bytes per iteration */
  /* The same, with the starts of inner loops that follow this one (triangles): how the front of what they touch moves.
   * In `split_drifts_bytes` only those count that are worksharing loops and split; regions of others are hulls. */
  const int64_t *drifts_bytes, *split_drifts_bytes;
  bool is_private; /* every thread has a copy of its own */
  double share;    /* of the iterations of its loops in which guards let it run; the equations see 0 and 1 */
  double copies;   /* threads of this instance that issue it, when no SHARED loop says so */
  /* At the current position: */
  int64_t origin_bytes; /* offset with all loops at their first iteration */
  double executions;    /* product of the trips of its loops; by one thread where every thread of a team runs it */
} pme__reference;

typedef struct pme__block {
  int64_t alignment_bytes; /* of offset 0 */
  bool known;              /* offset 0 is address 0: everything is known */
  bool is_private;
} pme__block;

typedef struct pme__instance_view {
  const pme_concrete *concrete;
  int loop_count, reference_count, block_count;
  pme__loop *loops;           /* parents before children */
  pme__reference *references; /* in program order */
  pme__block *blocks;
  const pme__loop_shape *shapes; /* per node of the program */
  bool rectangular;              /* every loop runs equally long everywhere */
  bool rigid;  /* references of one block move alike with every loop around both: distances are the same everywhere */
  bool serial; /* code outside teams reaches this instance */
} pme__instance_view;

/* One instance of one level of the caches. */
typedef struct pme__cache_instance {
  const pme_machine *machine;
  int level, number;
} pme__cache_instance;

/* The view of the instance. It lives in `arena`, and `shapes` must live as long; `counts` are those of the program.
 * NULL: out of memory. References that have no equation are left out: see pme__instance_view_supports. */
pme__instance_view *pme__instance_view_create(const pme_concrete *concrete, const pme__loop_shape *shapes,
                                              const pme__count *counts, const pme__cache_instance *instance,
                                              pme_arena *arena);
/* Whether the closed form has an equation for this access. If not: PME_REASON_UNSUPPORTED_MODEL (floor-division in the
 * address), PME_REASON_TOO_DEEP (too many loops move it). */
bool pme__instance_view_supports(const pme_concrete *concrete, int node, pme_reason_code *reason);

/* Moves to a position: loop l stands at fractions[l] of its iterations. NULL stands for the middle of all. */
void pme__instance_view_place(pme__instance_view *view, const double *fractions);

/* Bytes per iteration of loop `loop` (0 when the reference does not stand in it). */
int64_t pme__instance_view_stride(const pme__instance_view *view, const pme__reference *reference, int loop);
int64_t pme__instance_view_drift(const pme__instance_view *view, const pme__reference *reference, int loop);
int64_t pme__instance_view_split_drift(const pme__instance_view *view, const pme__reference *reference, int loop);
/* What an iteration of the loop adds to the variable in the source; 0 for the root. */
int64_t pme__instance_view_step(const pme__instance_view *view, int loop);
/* Whether all loops around both references move them alike. */
bool pme__instance_view_move_alike(const pme__instance_view *view, const pme__reference *a, const pme__reference *b);
/* Whether `loop` encloses the reference (the root does). */
static inline bool pme__instance_view_encloses(const pme__instance_view *view, int loop,
                                               const pme__reference *reference) {
  return reference->order > view->loops[loop].order && reference->order < view->loops[loop].end;
}
/* The loop directly inside `loop` that encloses the reference; PME_NONE when it stands in the body of `loop` itself. */
int pme__instance_view_child(const pme__instance_view *view, int loop, const pme__reference *reference);
/* Parallel iterations of a SHARED loop: those of the first visible thread. */
int64_t pme__instance_view_parallel_iterations(const pme__loop *loop);
/* Visible threads that have work. */
int64_t pme__instance_view_busy_threads(const pme__loop *loop);

/* A SHARED loop ends with a round in which fewer threads have work (docs/model/equations.md 7.5). Its parallel
 * iterations fall into at most three phases of equal numbers of active threads. */
enum { PME__MOST_PHASES = 3 };
typedef struct pme__phase {
  int64_t parallel_iterations; /* parallel iterations */
  int64_t active;              /* visible threads at work, >= 1 */
} pme__phase;
int pme__instance_view_phases(const pme__loop *loop, pme__phase phases[PME__MOST_PHASES]);

#endif
