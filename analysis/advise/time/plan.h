/* Which loops of a function are worth a search for advice, and in which order. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_TIME_PLAN_H
#define PMECACHE_ANALYSIS_ADVISE_TIME_PLAN_H

#include "cost.h"

/* A worksharing loop that advice may be on, as the prediction of the whole function has it. */
typedef struct pme__planned_loop {
  const pme_loop_prediction *row;
  pme_loop_time now;                   /* all 0 without costs */
  pme__work_distribution distribution; /* of the loop as it is */
  double weight;                       /* its cycles; without costs its misses and accesses, weighed */
  double share;                        /* of the weight of all */
  double bound;                        /* share of its cost that no change saves more than; 1: not known */
  double bound_of_schedules;           /* ... that no other schedule saves more than; 1: not known */
  bool is_race, is_light;              /* reasons to search for nothing */
  bool other_teams;                    /* other numbers of threads can be asked for with this loop */
  bool is_tied;                        /* threads may count on the same iterations in another loop (nowait) */
} pme__planned_loop;

typedef struct pme__plan {
  int count;
  pme__planned_loop *loops; /* in the order of the prediction */
  int *order;               /* of `loops`: what could save most first; of equals the first in the program */
} pme__plan;

/* Plans for the `count` rows; `other_teams`: changes may ask for other numbers of threads. Arrays live in `arena`.
 * PME_NO_MEMORY. */
pme_status pme__make_plan(const pme_prediction *prediction, const pme__costs *costs, bool other_teams,
                          const pme_loop_prediction *const *rows, int count, pme_arena *arena, pme__plan *out);

#endif
