/* pmecache: the answer. Misses per access, loop and cache level. The model and the simulator both fill it.
 *
 * Conventions (docs/model/equations.md): an access is a load or store of the source after local scalars went to
 * registers; one that straddles two lines is one access that may miss twice. Misses are counted per instance of a level
 * and summed over the instances that the team uses. Every number is a total over one call of the function, with caches
 * cold at its start. A level sees the full access stream of the threads that share it (levels=direct).
 */
#ifndef PMECACHE_PREDICTION_H
#define PMECACHE_PREDICTION_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/machine.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef enum pme_precision { PME_PRECISION_EXACT, PME_PRECISION_ESTIMATE, PME_PRECISION_BOUND } pme_precision;
typedef enum pme_engine {
  PME_ENGINE_CLOSED_FORM,
  PME_ENGINE_WALK,
  PME_ENGINE_SIMULATOR,
  PME_ENGINE_PROFILE
} pme_engine;

/* Misses of one access, loop or function at one level. misses = cold + self + other_threads + coherence. */
typedef struct pme_misses {
  double accesses;
  double misses;
  double cold;          /* first touch of a line */
  double self;          /* capacity and conflict within the thread */
  double other_threads; /* lines lost to other threads of the shared level */
  double coherence;     /* lines lost to writes of other threads (0 where that is not modelled) */
  double false_sharing; /* of the coherence misses: nobody else wrote the bytes that the missing access wants */
  double page_walks;    /* of the misses: of page-table entries, read to translate addresses (pme_machine) */
  double low, high;     /* the truth lies here (95% for an estimate) */
  double least;         /* of a sum: lines that are touched, `low` is no less; of an access its share of them */
  double placement;     /* half-width of the part of it that is due to where arrays are that have no known address */
  double unseen;    /* of the interval's half-width: what no sample met, as hits where all missed. Of the accesses of
                       a sum the largest counts */
  double cancelled; /* misses squared: of the square of the half-width, what sums over the accesses of a body do not
                       have, for what one of them misses its neighbours in the line do not (0 in sums) */
  double doubt;     /* of the half-width: what was not looked at. All accesses of a sum may be off to the same side */
  double loss;      /* of the interval's half-width: lines that writes of others may take or not (0 in sums) */
  /* Lines that cross the border behind the level, where the prediction has_traffic. What goes out counts at the access
   * that brought the line in. */
  double fills;                  /* in: of the outermost level what is read from memory */
  double write_backs;            /* out: changed lines; of the outermost level what is written to memory */
  double clean_outs;             /* out: unchanged lines, to a level that takes victims */
  double left;                   /* changed lines that the level still has at the end */
  double prefetches;             /* of the fills: lines that prefetchers brought into the level; they are no misses */
  double write_backs_half_width; /* of an interval like that of misses; sums add it up */
  pme_precision precision;
  pme_engine engine;
} pme_misses;

typedef struct pme_prediction_level {
  char name[16];
  bool shared;   /* more than one thread of the machine's cores shares an instance */
  int instances; /* that the team uses */
} pme_prediction_level;

typedef enum pme_loop_status { PME_LOOP_MODELLED, PME_LOOP_PARTLY, PME_LOOP_NOT_MODELLED } pme_loop_status;

/* One row for each loop node of the subject, in its order. */
typedef struct pme_loop_prediction {
  int node;
  pme_loop_status status;
  double trip_count; /* mean over the executions; < 0 unknown */
  double executions; /* of the loop statement (a worksharing loop counts once a team); < 0 unknown */
  /* Accesses whose addresses nobody can read (data decide them), at most: each may miss or hit, and is in no count.
   * Conditions are taken to hold. 0: there are none. Below 0: more than such accesses is left out, not known how much. */
  double left_out_accesses;
  /* Of a loop that is modelled: accesses whose places data choose, which are in all counts. Misses are those where each
   * of them is to a line of its own, a bound; `low` has none of them. 0: there are none. */
  double data_accesses;
  pme_misses levels[PME_MAX_LEVELS];
} pme_loop_prediction;

/* One row for each access node of the subject, in its order. */
typedef struct pme_reference_prediction {
  int node;
  bool modelled; /* else its levels have no number; a bound says in `high` what it may miss, as sums' intervals do */
  pme_misses levels[PME_MAX_LEVELS];
} pme_reference_prediction;

typedef struct pme_prediction {
  const pme_subject *subject;   /* the loops and references that the rows are of */
  const pme_concrete *concrete; /* the program that was modelled; NULL where it was measured */
  const pme_machine *machine;
  int level_count;
  pme_prediction_level level_info[PME_MAX_LEVELS];
  int loop_count;
  pme_loop_prediction *loops;
  int reference_count;
  pme_reference_prediction *references;
  pme_misses levels[PME_MAX_LEVELS]; /* totals of the function */
  bool is_counted;  /* every access, or all to the lines of some sets, with arrays where they most likely are */
  bool has_traffic; /* fills, write_backs, clean_outs and left are known */
  double effort;    /* that pme_predict has spent, about nanoseconds: counted, not measured; 0 of what was measured */
  /* Reasons and assumptions that the engine added to those of the subject. */
  int reason_count;
  pme_reason *reasons;
  int assumption_count;
  pme_assumption *assumptions;
} pme_prediction;

/* An empty prediction for the loops and accesses of `concrete` (all zero, names and instances filled, modelled flags
 * from `concrete`). It lives in `arena`. Where the machine has levels with another policy than LRU, the prediction
 * assumes `policy-as-lru` until somebody says that it obeys them, and where the machine has a hierarchy (machine.h)
 * `levels-apart`. PME_NO_MEMORY. */
pme_status pme_prediction_create(const pme_concrete *concrete, const pme_machine *machine, pme_arena *arena,
                                 pme_prediction **out, pme_error *error);
/* The same for what was measured. The subject must outlive it. */
pme_status pme_prediction_create_measured(const pme_subject *subject, const pme_machine *machine, pme_arena *arena,
                                          pme_prediction **out, pme_error *error);
/* The numbers are those of the machine's replacement policies: takes the assumption `policy-as-lru` back. */
void pme_prediction_obeys_policies(pme_prediction *prediction);
/* Those of some levels are: is_obeyed[level]; NULL: of none. The assumption `policy-as-lru` names the other levels that
 * have another policy than LRU, in place of those that it named. PME_NO_MEMORY. */
pme_status pme_prediction_assume_lru(pme_prediction *prediction, const bool *is_obeyed, pme_arena *arena);
/* The numbers are those of levels that see, hold and write what the machine says: takes `levels-apart` back. */
void pme_prediction_obeys_hierarchy(pme_prediction *prediction);
/* The same of `prefetchers-left-out`: lines come in before they are asked for, as the machine says. */
void pme_prediction_obeys_prefetchers(pme_prediction *prediction);
/* Adds a reason or assumption found by the engine. PME_NO_MEMORY. */
pme_status pme_prediction_add_reason(pme_prediction *prediction, pme_arena *arena, const pme_reason *reason);
pme_status pme_prediction_add_assumption(pme_prediction *prediction, pme_arena *arena,
                                         const pme_assumption *assumption);
/* Sums the references up into loops and function totals and sets each loop's status: modelled, partly (a reason stands
 * inside), not modelled (a worksharing loop without any modelled access). Call when all references are filled. */
void pme_prediction_sum(pme_prediction *prediction);
/* Raises `low` of sums to the lines that they touch; pme_prediction_sum does so, too. */
void pme_prediction_bound(pme_prediction *prediction);

typedef struct pme_predict_options {
  double budget_ms; /* effort limit; 0: 1000 */
  /* Where no precision is asked for: effort after which an interval of 3.5% will do, in place of 1.4%. 0: a few
   * milliseconds, more for more accesses. */
  double patience_ms;
  /* Half-width of the interval of a level that is aimed at, as a share of its misses (0.02: 2%), however long that
   * takes within the budget. 0: a quick answer, a few milliseconds, with the interval that was reached. */
  double precision;
  /* With a precision: a half-width of this share of the accesses of a level will do, too (1e-4: one in ten thousand).
   * 0: 1e-5. */
  double precision_of_accesses;
  bool closed_form_only;   /* the equations alone, without the walk */
  bool one_opinion;        /* the equations only where the walk has no answer, also where its interval is wide */
  bool without_placements; /* intervals leave out what is due to where arrays are, for a third of the effort */
  /* Where counting all accesses, with arrays at their most likely places alone, takes no more than this: do that in place
   * of sampling accesses at many places. 0: not. */
  double likely_place_ms;
  /* Where data choose places in all parallel loops, the lower bound is that of the lines, for half of the effort; loops
   * outside of these have no number then. */
  bool rough_bounds;
  /* An answer to a part of the program is of no use: as soon as it is known that there is no effort for some access, the
   * reason over-budget is all that is said. */
  bool whole_only;
  bool traffic; /* also lines that cross the borders of levels; of machines with a hierarchy they are known anyway */
  bool sampled_only; /* do not count the accesses of a program that has so few that this is no more effort */
  /* Count lines that an instance of a level loses to writes of other instances, as caches do that are kept coherent by
   * invalidation: misses of their own kind, `coherence`. Where the walk (docs/model/walk.md) has no answer they are
   * missing. Values that a compiler keeps in registers (pme_access.kept_loops) lose lines only where the compiled
   * program has them in memory.
   */
  bool coherence;
  bool as_written; /* but count those of each access of the source, as the simulator does */
} pme_predict_options;

/* The static model (spec: docs/model/equations.md). PME_OK also when parts are not modelled: see reasons.
 * PME_NO_MEMORY. */
pme_status pme_predict(const pme_concrete *concrete, const pme_machine *machine, const pme_predict_options *options,
                       pme_arena *arena, pme_prediction **out, pme_error *error);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
