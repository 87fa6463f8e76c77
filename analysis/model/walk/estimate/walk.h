/* pmecache: the sampled exact walk, the static engine for programs whose sizes are known (docs/model/walk.md).
 *
 * Whether one access x hits an LRU cache of k ways can be decided exactly without simulating the program: walk backward
 * in time from x, visit only accesses that fall into the set of x, collect their distinct lines. line(x) found first:
 * hit. k other lines first: miss. Start of the program: first touch. The mean over random x estimates the misses
 * (docs/model/walk.md 1 and 5). The cost of a walk does not depend on trip counts.
 *
 * Private to analysis.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_WALK_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ESTIMATE_WALK_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/machine.h"
#include "pmecache/prediction.h"

/* What the estimation of one level took. */
typedef struct pme__walk_statistics {
  int strata, certified; /* strata that were sampled, and that were proved to hit */
  int64_t walks, work;   /* accesses decided; effort in units of about 1 ns */
} pme__walk_statistics;

/* What is asked. Zero-initialised: the defaults in parentheses. */
typedef struct pme__walk_options {
  double relative_target;      /* stop when the 95% half-width is below this share of the misses of a level (0.02) */
  double absolute_target;      /* ... or below this share of its accesses (1e-5) */
  double target_misses;        /* ... or below this many misses (0) */
  double effort_nanoseconds;   /* of one call, all levels: a count of events in units of about 1 ns on a 2020s core, so
                                  that equal input gives equal answers on every machine (8e6) */
  double patience_nanoseconds; /* effort after which an interval 2.5 times as wide as aimed at will do (the effort) */
  bool coherence;              /* count lines that private caches lose to writes of other threads, too (coherence.h) */
  uint64_t seed;               /* of the samples; 0 is a seed like any other */
  pme__walk_statistics *statistics; /* per level of the machine, written; may be NULL */
  struct pme__placement_deviations
      *placements; /* per row of a reference and level, zero, written: placement_variance.h; may be NULL */
  bool *is_short; /* per row of a reference, false, written: it can be walked, but the effort was spent before it was at
                     some level; may be NULL */
  /* Asked when some rows are short at a level: whether any more has to be walked. NULL: it has. */
  bool (*goes_on)(void *context, const pme_prediction *walked, int level);
  void *context;
  struct pme__observer *observer; /* told what the numbers are made of; NULL: nobody listens */
} pme__walk_options;

/* Fills the references of `inout` that can be walked: accesses (exact), misses with kinds and interval (estimate), for
 * each level; their `engine` becomes PME_ENGINE_WALK. References that cannot be walked (floor-division in a subscript,
 * nests that are too deep, ...) keep engine PME_ENGINE_CLOSED_FORM and are left alone: they are the caller's to answer,
 * and the walks of the others run as if they did not exist. Adds the assumptions that were needed. Does not sum up:
 * call pme_prediction_sum when all references are filled.
 *
 * `options` may be NULL. Memory of the result is in `arena`, everything else is freed. PME_NO_MEMORY. */
pme_status pme__walk_predict(const pme_concrete *concrete, const pme_machine *machine, const pme__walk_options *options,
                             pme_arena *arena, pme_prediction *inout, pme_error *error);

/* Whether levels with this replacement policy are walked as what they are; others are taken as LRU. */
bool pme__walk_obeys(const pme_policy *policy);

/* The same in steps. A RUN keeps what was built and sampled: asked again with more effort, or closer targets, it goes
 * on from there, and its answer is made of all samples so far. */
typedef struct pme__walk_run pme__walk_run;

/* `concrete` and `machine` have to outlive the run. PME_NO_MEMORY. */
pme_status pme__walk_begin(const pme_concrete *concrete, const pme_machine *machine, pme__walk_run **out);
/* As pme__walk_predict; `effort_nanoseconds` is that of all steps together, as is the `effort` of the prediction, and the seed that of the first one counts.
 * A run that was out of memory can only be ended. */
pme_status pme__walk_go_on(pme__walk_run *run, const pme__walk_options *options, pme_arena *arena,
                           pme_prediction *inout);
void pme__walk_end(pme__walk_run *run); /* NULL is fine */

#endif
