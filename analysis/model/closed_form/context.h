/* Working state of the closed form for one view and one cache level. Private to analysis/model/closed_form. */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CONTEXT_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CONTEXT_H

#include <stddef.h>

#include "analysis/model/closed_form/area/strided_region.h"
#include "analysis/model/closed_form/classes/reuse_class.h"
#include "instance_view.h"

/* A block of arrays measured in its own unit: the largest length that divides all strides, distances and the line. */
typedef struct pme__block_units {
  int64_t unit_bytes, line, span; /* span of one way; line and span in units */
  int64_t alignment;              /* line starts are multiples of this, in units */
} pme__block_units;

typedef struct pme__verdict {
  double miss;      /* probability that the line has left the cache */
  double low, high; /* the same with one way more and with one way less */
} pme__verdict;

/* A reuse: `target` touches lines that `source` touched `distance` iterations of `carrier` earlier (0: in the same
 * iteration, by an earlier part of the loop's body). */
typedef struct pme__window {
  int carrier;        /* loop */
  int64_t distance;   /* iterations; of a SHARED loop: parallel iterations */
  int source, target; /* references */
  int64_t active;     /* threads at work in the SHARED loop around; 0: none or all */
} pme__window;

typedef struct pme__window_memo {
  pme__window window;
  pme__verdict verdict;
  bool used;
} pme__window_memo;

/* Lines per set of a region that was laid out before; regions are told apart by two hashes. */
typedef struct pme__layout_memo {
  uint64_t key, check; /* 0: free */
  double *vector;
} pme__layout_memo;

/* Reuse classes of a group of references: all its members ask for them. Shifts count from the smallest. */
typedef struct pme__classes_memo {
  bool used, found;
  pme__reuse_request request; /* `shifts` is not used */
  int64_t shifts[PME__REUSE_MOST_MEMBERS];
  pme__reuse_classes classes;
} pme__classes_memo;

enum {
  PME__ENGINE_CLASSES_SLOTS = 8,
  PME__ENGINE_LAYOUT_SLOTS = 256,
  PME__ENGINE_MOST_ROWS = 4096,
  PME__ENGINE_MOST_SLOTS = 1 << 14 /* steps, of less than a line, in which circles are read */
};

typedef struct pme__engine {
  pme__view *view;
  int64_t line_bytes, sets;
  int ways;
  int most;                                       /* lines that area vectors count: ways + 1 */
  pme__block_units *units;                        /* per block */
  uint32_t *region_steps, *own_steps;             /* of circles */
  double *own, *others, *sum, *thinned, *scratch; /* area vectors; scratch holds two */
  /* Combs of the window under construction, listed by block. */
  int comb_count, most_combs;
  pme__comb *combs, *block_combs; /* block_combs: room for those of one block */
  int *comb_next;                 /* the next comb of the same block, PME_NONE at the end */
  int *block_first;               /* per block: first comb, PME_NONE when the window has none */
  pme__interval *intervals;       /* PME__ENGINE_MOST_ROWS of them */
  int memo_slots;                 /* a power of two */
  pme__window_memo *memo;
  pme__layout_memo *layouts;
  pme__classes_memo *classes;  /* PME__ENGINE_CLASSES_SLOTS of them; NULL until some are asked for */
  int next_classes;            /* the slot to be used next */
  pme__interval *reach;        /* per reference: around all that it touches, by any thread */
  bool *crosses;               /* per reference: one that may touch lines of it moves otherwise */
  const bool *seldom;          /* [r * references + q]: guards keep q from most of what r visits; NULL: no guards */
  int looked_at;               /* pairs whose guards were compared */
  double *shares;              /* [block * loops + carrier] (guard_thinning.h), 0: not known yet; NULL: no guards */
  const double *footprints;    /* per block: lines that it has, < 0: not known; NULL: they depend on the position */
  int position, positions;     /* the present one, and how many there are in all */
  double moment;               /* where in the loop inside the carrier the touches happen, 0..1; < 0: anywhere */
  double effort, effort_limit; /* about nanoseconds */
  pme_arena *arena;            /* lives as long as the engine */
  bool over_budget, too_deep, no_memory;
  struct pme__recorder *recorder;     /* told what the numbers are made of; NULL: nobody listens */
  struct pme__window_record *windows; /* for it: of the windows in `memo` */
  struct pme__window_record *window;  /* the one that is evaluated, or was asked for last */
} pme__engine;

/* Prepares an engine; its memory is in `arena`. False: out of memory. The view must have been placed. */
bool pme__engine_create(pme__engine *engine, pme__view *view, const pme_cache_level *level, double effort_limit,
                        pme_arena *arena);
/* Accounts for work, in nanoseconds or so. */
static inline void pme__engine_spend(pme__engine *engine, double effort) {
  engine->effort += effort;
  engine->over_budget |= engine->effort > engine->effort_limit;
}

/* The view stands at position `position` of `positions` now: forgets what belongs to the former one. */
void pme__engine_move(pme__engine *engine, int position, int positions);
/* Whether r may find lines that q has touched: those that have a line in common, but for a q behind guards that keep it
 * from most of what r does. */
static inline bool pme__engine_may_meet(const pme__engine *engine, int r, int q) {
  return engine->view->references[r].block == engine->view->references[q].block &&
         !(engine->seldom && engine->seldom[(ptrdiff_t)r * engine->view->reference_count + q]) &&
         engine->reach[r].low < engine->reach[q].high && engine->reach[q].low < engine->reach[r].high;
}
/* Whether the engine may go on: false when a limit was hit or memory is exhausted. */
bool pme__engine_can_go_on(const pme__engine *engine);

#endif
