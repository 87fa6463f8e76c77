/* Programs of moderately many accesses, counted access by access in place of sampled, or beside. Private to
 * analysis/model.
 *
 * A function of ten loops and a hundred references asks much of samples: each loop is to be known, and what one leaves
 * in the caches for the next. Counting all of them costs about as much as they have accesses. It is done for the place
 * where arrays are most likely (replay/likely_places.h), and for a few others beside, which make the interval. Where there
 * is not that much effort, of the lines of some sets (replay/replay_sets.h), at fewer places. Where there is effort for one
 * place only, the interval is that of the samples, for what they know of other places.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_RECOUNT_H
#define PMECACHE_ANALYSIS_MODEL_RECOUNT_H

#include "analysis/model/walk/estimate/placement_variance.h"
#include "pmecache/prediction.h"

typedef struct pme__recount_request {
  const pme_concrete *concrete;
  const pme_machine *machine;
  double accesses; /* of the program, */
  double run;      /* ... and those of them that are run: of time steps that are alike a few stand for all */
  double passes;   /* steps over lines that are not run (pme__replay_size) */
  int borders;     /* classes of lines that are run besides those that are asked for */
  double bytes;    /* that a count keeps */
  double effort;   /* about nanoseconds; loops that share work out, and uneven schedules, have more (recount.c) */
  double most;     /* in any case */
  bool coherence;
  bool one_place; /* the likeliest one is enough */
  pme_arena *arena;
  pme__placement_deviations *deviations; /* [row * levels + level] */
} pme__recount_request;

/* Places that there is effort for: 0: none; 1: the likeliest; more: enough to do without samples. */
typedef struct pme__recount_plan {
  int places;
  int first_classes; /* of lines that are run at the likeliest place, and stand for all; 0: all lines */
  int other_classes; /* at the others */
} pme__recount_plan;

pme__recount_plan pme__recount_plan_of(const pme__recount_request *request);
/* Fills all references and deviations. *done false: it cannot be counted as a whole; then all is as it was.
 * PME_NO_MEMORY. */
pme_status pme__recount(const pme__recount_request *request, pme__recount_plan plan, pme_prediction *inout, bool *done);
/* The same for one place: numbers are those of the count, and keep of their intervals what samples do not make less. */
pme_status pme__recount_answered(const pme__recount_request *request, pme__recount_plan plan, pme_prediction *inout);
/* Of counting so. */
double pme__recount_effort(const pme__recount_request *request, pme__recount_plan plan);

#endif
