/* pmecache: what a profile says about the caches of a machine.
 *
 * Three ways of counting stand side by side, because each is wrong somewhere (docs/model/profiles.md 3.4, 3.5):
 *
 *   exact_index         LRU with the index bits of the address: counted during the run when the sets were followed, an
 *                       estimate when a sample of references was looked at; NaN when neither
 *   sdcm                lines spread over the sets at random, from the reuse distances
 *   fully_associative   no conflicts, from the reuse distances
 *
 * The answer is exact_index where it is known, else sdcm with the interval of what is known. A gap over
 * PME_SET_CONFLICT_GAP between the miss rates of the first two is a set conflict: padding or another leading dimension
 * would change the misses.
 */
#ifndef PMECACHE_PROFILE_ANSWER_H
#define PMECACHE_PROFILE_ANSWER_H

#include "pmecache/prediction.h"
#include "pmecache/profile.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

#define PME_SET_CONFLICT_GAP 0.02

/* Misses of one level by the three ways. */
typedef struct pme_profile_counts {
  double exact_index; /* NaN: not measured */
  bool sets_sampled;  /* exact_index is an estimate */
  double unseen;      /* by so much its interval is wider for what the sample may not have met at all */
  double sdcm;
  double fully_associative;
  bool set_conflict;
} pme_profile_counts;

/* A part of a profile at one level of a machine. */
typedef struct pme_profile_question {
  const pme_profile_part *part;
  const pme_machine *machine;
  int level;
  int threads; /* of the team that shares the level's instances with each other */
} pme_profile_question;

/* Its misses; both outputs may be NULL. A level with another line size than the profile has no answer: *answered is
 * false and nothing is written. PME_NO_MEMORY. */
pme_status pme_profile_misses(const pme_profile *profile, const pme_profile_question *question, bool *answered,
                              pme_misses *misses, pme_profile_counts *counts);

/* One function of a profile: its loops and references, its prediction, and the counts. */
typedef struct pme_profile_answer {
  int function; /* index in the profile */
  pme_subject *subject;
  pme_prediction *prediction;
  pme_profile_counts (*references)[PME_MAX_LEVELS]; /* [reference row of the prediction][level] */
  pme_profile_counts (*loops)[PME_MAX_LEVELS];      /* [loop row][level] */
  pme_profile_counts totals[PME_MAX_LEVELS];
  double *imbalance; /* [loop row]: accesses of the busiest thread / mean of the team, >= 1; 1 also where not known */
  bool
      is_of_another; /* whoever asks says so: the prediction that it stands beside is of other values, or of a team that
                         the run says nothing of */
  bool
      is_of_other_team; /* .. or that has other threads: what each of these does outside worksharing loops is not known */
  bool is_of_several;   /* .. or that is of values of some of the run's calls: others had others */
} pme_profile_answer;

typedef struct pme_profile_answers {
  int count;
  pme_profile_answer *items;
  pme_arena *arena;
} pme_profile_answers;

/* Every function of the profile, in its order. `machine` and `profile` must outlive the result. PME_NO_MEMORY. Free
 * with pme_profile_answers_destroy (accepts NULL). */
pme_status pme_profile_predict(const pme_profile *profile, const pme_machine *machine, pme_profile_answers **out,
                               pme_error *error);

/* The same prediction without assumptions on what runs (`branch-taken`, `early-exit`) that the run has found to be so: it
 * came to what stands behind them as often as the model counts it. Where it came less often, fewer lines are lost to
 * other threads there. share[reference row]: how often the run came there for one time that the model counts it; below 0:
 * it does not tell. NULL: there is nothing to hold against the run. In `arena`; `calls` of the function in the run.
 * PME_NO_MEMORY. */
typedef struct pme_confirmed {
  const pme_prediction *asked, *prediction;
  const double *share;
} pme_confirmed;
pme_status pme_prediction_confirmed(const pme_prediction *asked, const pme_profile_answer *answer, double calls,
                                    pme_arena *arena, pme_confirmed *out);
/* Whether the run leaves the misses of a level that the model has in the loop: those at places that it came to less often
 * than the model counts are few. What rests on them, as advice does, is no more than supposed else. */
bool pme_confirmed_misses(const pme_confirmed *confirmed, int loop, int level);

/* A prediction in which a run stands where the model has no whole answer: of its worksharing loops that are not modelled
 * as a whole, or count what the run did not come to as often (branch-taken, calls with other values), and that the run
 * came through (rows of the answer at the same place), and of other outermost loops with no worksharing loop in them,
 * levels, references and counts are those of the run, divided by `calls` of the function. The
 * rest is that of `asked`, which must outlive the result. is_measured[loop row] says which loops those are, of each the
 * outermost alone. `answer` NULL: nothing of the function itself was measured. PME_NO_MEMORY. */
typedef struct pme_composed_prediction {
  pme_prediction prediction;
  const pme_prediction *asked;
  bool *is_measured;
  bool *is_not_run; /* [loop row]: worksharing loops that the run knows and did not come through */
  double *share;    /* [loop row]: of what the run has of the loop, where it is measured */
  int *part;        /* [loop row]: whose answer that is: 0 the function's own, n the n-th that was added */
  int part_count;   /* of answers that were added */
} pme_composed_prediction;
pme_status pme_prediction_with_measured(const pme_prediction *asked, const pme_profile_answer *answer, double calls,
                                        pme_arena *arena, pme_composed_prediction **out);
/* The same, on top, of loops of another function, calls of which are inlined in this one. A loop that stands here several
 * times has a share for each, as often as it is executed in a call of `calls` of this function (<= 0: not known, 1); where
 * that is not known, as it is. PME_NO_MEMORY. */
pme_status pme_prediction_add_inlined(pme_composed_prediction *composed, const pme_profile_answer *answer, double calls,
                                      pme_arena *arena);
/* Of the lines that a call touches first in loops of the model, at a level, on average: `among` are those of loops of which
 * the run tells, `lines` the ones of these that it found there, for calls before, or other functions, had brought them;
 * `lacking`: misses that the run has more in these loops. Of a function that is read in several ways the run is the mean of
 * all calls: what one way lacks was not found in another. */
typedef struct pme_found {
  double lines, among, lacking;
} pme_found;
/* found[level]. `answer` and `calls` as above. */
void pme_prediction_found(const pme_composed_prediction *composed, const pme_profile_answer *answer, double calls,
                          pme_found *found);
/* Whether the run is to be believed rather than the model, though that has all of a worksharing loop (row of `asked`): it
 * lacks references of other loops of the function, and in this one, or in another one that repeats with it, fewer lines
 * are missed than the run has seen missed at least. */
bool pme_run_sees_more(const pme_prediction *asked, const pme_profile_answer *answer, int loop);
/* The line at which the run has a worksharing loop that `asked` has at no place, while it lacks one that may be it: lines
 * within the function have moved since. 0: none. */
int pme_measured_elsewhere(const pme_prediction *asked, const pme_profile_answer *answer);

/* How the threads of a team go on beside each other. */
typedef enum pme_interleave {
  PME_INTERLEAVE_ANY, /* all end together; the interval holds others, too */
  PME_INTERLEAVE_ROUND_ROBIN,
  PME_INTERLEAVE_UNIFORM
} pme_interleave;

typedef struct pme_team_question {
  int threads;       /* 1 .. 1024 */
  bool has_schedule; /* of all loops, in place of their own */
  pme_schedule_kind schedule;
  int64_t chunk; /* 0: none */
  pme_interleave interleave;
} pme_team_question;

/* The same for a team that never ran, from the profile of one thread (docs/model/profiles.md 6.8): misses of the
 * worksharing loops that its line sample is of are those of the team, with an interval; others are those of the run.
 * PME_UNSUPPORTED: the profile has no line sample; PME_BAD_ARGUMENT, PME_NO_MEMORY. */
pme_status pme_profile_predict_team(const pme_profile *profile, const pme_machine *machine,
                                    const pme_team_question *question, pme_profile_answers **out, pme_error *error);
void pme_profile_answers_destroy(pme_profile_answers *answers);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
