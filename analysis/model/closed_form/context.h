/* Working state of the closed form for one view and one cache level. Private to analysis/model/closed_form. */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CONTEXT_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_CONTEXT_H

#include <stddef.h>

#include "analysis/model/closed_form/area/strided_region.h"
#include "analysis/model/closed_form/classes/nrs_reuse_counts.h"
#include "analysis/model/closed_form/guard_share.h"
#include "analysis/model/closed_form/view/instance_view.h"

/* A block of arrays measured in its own unit: the largest length that divides all strides, distances and the line. */
typedef struct pme__block_units {
  int64_t unit_bytes, line, span; /* span of one way; line and span in units */
  int64_t alignment;              /* line starts are multiples of this, in units */
} pme__block_units;

typedef struct pme__miss_probability {
  double miss;      /* probability that the line has left the cache */
  double low, high; /* the same with one way more and with one way less */
} pme__miss_probability;

/* A reuse: `target` touches lines that `source` touched `distance` iterations of `carrier` earlier (0: in the same
 * iteration, by an earlier part of the loop's body). */
typedef struct pme__reuse_window {
  int carrier;        /* loop */
  int64_t distance;   /* iterations; of a SHARED loop: parallel iterations */
  int source, target; /* references */
  int64_t active;     /* threads at work in the SHARED loop around; 0: none or all */
} pme__reuse_window;

typedef struct pme__reuse_window_memo {
  pme__reuse_window window;
  pme__miss_probability probability;
  bool used;
} pme__reuse_window_memo;

/* Lines per set of a region that was laid out before; regions are told apart by two hashes. */
typedef struct pme__area_memo {
  uint64_t key, check; /* 0: free */
  double *vector;
} pme__area_memo;

/* Reuse classes of a group of references: all its members ask for them. Shifts count from the smallest. */
typedef struct pme__classes_memo {
  bool used, found;
  pme__reuse_request request; /* `shifts` is not used */
  int64_t shifts[PME__REUSE_MOST_MEMBERS];
  pme__reuse_classes classes;
} pme__classes_memo;

enum {
  PME__CONTEXT_CLASSES_SLOTS = 8,
  PME__CONTEXT_AREA_SLOTS = 256,
  PME__CONTEXT_MOST_RUNS = 4096,
  PME__CONTEXT_MOST_SLOTS = 1 << 14 /* steps, of less than a line, in which the positions of a way are read */
};

typedef struct pme__context {
  pme__instance_view *view;
  int64_t line_bytes, sets;
  int ways;
  int most;                                       /* lines that area vectors count: ways + 1 */
  pme__block_units *units;                        /* per block */
  uint32_t *region_steps, *own_steps;             /* of set occupancies (area/set_occupancy.h) */
  double *own, *others, *sum, *thinned, *scratch; /* area vectors; scratch holds two */
  /* Regions of the window under construction, listed by block. */
  int region_count, most_regions;
  pme__strided_region *regions, *block_regions; /* block_regions: room for those of one block */
  int *region_next;                             /* the next region of the same block, PME_NONE at the end */
  int *block_first;                             /* per block: first region, PME_NONE when the window has none */
  pme__interval *intervals;                     /* PME__CONTEXT_MOST_RUNS of them */
  int memo_slots;                               /* a power of two */
  pme__reuse_window_memo *memo;
  pme__area_memo *area_memos;
  pme__classes_memo *classes; /* PME__CONTEXT_CLASSES_SLOTS of them; NULL until some are asked for */
  int next_classes;           /* the slot to be used next */
  pme__interval *reach;       /* per reference: around all that it touches, by any thread */
  bool *crosses;              /* per reference: one that may touch lines of it moves otherwise */
  const bool *seldom;         /* [r * references + q]: guards keep q from most of what r visits; NULL: no guards */
  int looked_at;              /* pairs whose guards were compared */
  pme__guard_shares *guard_shares;
  double *inside_shares; /* [reference * (PME_MAX_DEPTH + 1) + depth + 1] (guard_thinning.h), < 0: not known yet */
  double *shares;        /* [block * loops + carrier] (guard_thinning.h), 0: not known yet; NULL: no guards */
  const double *first_touches; /* per block: lines that it has, < 0: not known; NULL: they depend on the position */
  int position, positions;     /* the present one, and how many there are in all */
  double moment;               /* where in the loop inside the carrier the touches happen, 0..1; < 0: anywhere */
  double effort, effort_limit; /* about nanoseconds */
  pme_arena *arena;            /* lives as long as the context */
  bool over_budget, too_deep, no_memory;
  struct pme__observer *observer;       /* told what the numbers are made of; NULL: nobody listens */
  struct pme__observed_window *windows; /* for it: of the windows in `memo` */
  struct pme__observed_window *window;  /* the one that is evaluated, or was asked for last */
} pme__context;

/* Prepares a context; its memory is in `arena`. False: out of memory. The view must have been placed. What is looked
 * at of `guard_shares` counts as effort. */
bool pme__context_create(pme__context *context, pme__instance_view *view, const pme_cache_level *level,
                         double effort_limit, pme__guard_shares *guard_shares, pme_arena *arena);
/* Accounts for work, in nanoseconds or so. */
static inline void pme__context_spend(pme__context *context, double effort) {
  context->effort += effort;
  context->over_budget |= context->effort > context->effort_limit;
}

/* The view stands at position `position` of `positions` now: forgets what belongs to the former one. */
void pme__context_move(pme__context *context, int position, int positions);
/* Whether r may find lines that q has touched: those that have a line in common, but for a q behind guards that keep it
 * from most of what r does. */
static inline bool pme__context_may_meet(const pme__context *context, int r, int q) {
  return context->view->references[r].block == context->view->references[q].block &&
         !(context->seldom && context->seldom[(ptrdiff_t)r * context->view->reference_count + q]) &&
         context->reach[r].low < context->reach[q].high && context->reach[q].low < context->reach[r].high;
}
/* Whether the context may go on: false when a limit was hit or memory is exhausted. */
bool pme__context_can_go_on(const pme__context *context);

#endif
