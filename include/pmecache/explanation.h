/* pmecache: what stands behind a number, so that it can be followed by hand (docs/user/explain.md).
 *
 * A number (the misses of one access at one cache level) comes from one of two engines:
 *   - the sampled walk splits the access into STRATA by where its line was touched before, proves that some of them
 * hit, and samples the others: misses = sum over the strata;
 *   - the closed form splits the lines that the access touches into REUSES: a loop, how many of its iterations ago, by
 *     which access. The code between the two touches, the reuse's window, puts other lines into the set of the line;
 * the reuse misses with the probability that they are at least as many as the set has ways: misses = first touches +
 * sum of lines * probability + a rest.
 */
#ifndef PMECACHE_EXPLANATION_H
#define PMECACHE_EXPLANATION_H

#include "pmecache/prediction.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

/* Where the line of an access was touched before, as far as loops alone can tell. */
typedef enum pme_reuse_kind {
  PME_REUSE_ITERATION, /* in the iteration of the loop before */
  PME_REUSE_THREADS,   /* by another thread of the same cache, at the same place of its own work */
  PME_REUSE_CHUNKS,    /* in the chunk of the loop before, which ends inside the line */
  PME_REUSE_ROUNDS,    /* in the chunk that the thread itself had before */
  PME_REUSE_NONE       /* not near: a first touch, a touch by another access, or one long ago */
} pme_reuse_kind;

/* "iteration", "threads", "chunks", "rounds", "none" */
const char *pme_reuse_kind_name(pme_reuse_kind kind);

/* One stratum of the walk. */
typedef struct pme_stratum {
  pme_reuse_kind kind;
  int loop;                  /* node of the loop that carries the reuse, PME_NONE: none does */
  int64_t stride_bytes;      /* by which one iteration of it moves the access; less than a line */
  double accesses;           /* that are in it, an estimate; NaN: not counted, see `thorough` */
  bool certified;            /* proved to hit: no samples were needed, no misses */
  int64_t samples;           /* accesses that were decided */
  int64_t missing;           /* those of them that missed */
  double undecided;          /* share of the samples whose walk took too long: they count as half a miss */
  double misses, half_width; /* 95% */
  double cold, other_threads;
  int source;                /* access that touched the line last, as far as samples tell; PME_NONE: they do not */
  double source_share;       /* of the samples whose line was touched before: so often it was that one */
  double effort_nanoseconds; /* about; counted, not measured */
} pme_stratum;

/* One reuse of the closed form: of lines that `source` touched `distance` iterations of `loop` ago. */
typedef struct pme_reuse {
  int loop;       /* node; PME_NONE: the function as a whole */
  bool of_chunks; /* an iteration is a whole chunk of the loop: what a thread runs at a stretch */
  bool is_shared; /* iterations are counted as the threads of the cache run them, all at once */
  double distance;
  int source;         /* access node */
  double lines;       /* touches of lines that are reused so */
  double probability; /* that the line is gone, the mean over them */
  double misses;      /* lines * probability */
  /* Lines in the set of the reused line that the window brings: area_vector[c] is the share of sets with c of them,
   * 0 <= c < ways; area_vector[ways] that with `ways` or more, which is `probability`. All 0: see `thorough`. */
  double *area_vector;
  double window_lines; /* different lines in the window, all sets together; NaN: too many shapes to count */
} pme_reuse;

/* What they mean, in words: "same line in the iteration of 'k' before", "1 iteration of 'j' ago". Cut to fit, always
 * terminated; PME_REUSE_TEXT_BYTES hold every result. */
enum { PME_REUSE_TEXT_BYTES = 160 };
void pme_stratum_write(const pme_stratum *stratum, const pme_subject *subject, char *buffer, size_t buffer_bytes);
void pme_reuse_write(const pme_reuse *reuse, const pme_subject *subject, char *buffer, size_t buffer_bytes);

/* Why the engine that answered is the one that did. */
typedef enum pme_choice {
  PME_CHOICE_NO_ANSWER,      /* no engine has a number */
  PME_CHOICE_NEVER_RUNS,     /* there is nothing to count */
  PME_CHOICE_WALK_LEVEL,     /* the walk's interval of the misses of all accesses together is narrow */
  PME_CHOICE_WALK_SURE,      /* it is wide, but that of this access is narrow */
  PME_CHOICE_WALK_ALONE,     /* both are wide, but the closed form has no number */
  PME_CHOICE_WALK_DISAGREES, /* both are wide, but the closed form lies outside */
  PME_CHOICE_FORM_CONFIRMED, /* both are wide, and the closed form lies inside */
  PME_CHOICE_FORM_ALONE,     /* the walk has no number */
  PME_CHOICE_COUNTED         /* the program has so few accesses that all of them were counted */
} pme_choice;

/* "no-answer", "walk-sure", ... and who answered and why: "the walk: ...". */
const char *pme_choice_name(pme_choice choice);
const char *pme_choice_text(pme_choice choice);

/* What stands behind the misses of one access at one level. */
typedef struct pme_number {
  pme_choice choice;
  bool has_walk, has_form;
  pme_misses walk, form; /* the numbers of the engines, before one was chosen */
  int stratum_count;     /* 0 without has_walk */
  pme_stratum *strata;   /* nearest reuse first; their misses add up to walk.misses - walk.coherence */
  int reuse_count;       /* 0 without has_form */
  pme_reuse *reuses;     /* most misses first */
  double first_touches;  /* of the closed form: lines; they miss */
  double rest;           /* form.misses - first_touches - misses of the reuses: what its counts of different lines
                            correct (docs/model/equations.md); >= or < 0 */
  double correction;     /* of the answer: misses - those of the engine that was chosen, the walk's coherence included;
                            where     all were counted, 0 */
} pme_number;

typedef struct pme_explanation {
  const pme_prediction *prediction; /* the answer itself, that of pme_predict with the same options */
  pme_number *numbers;              /* one for each reference and level: pme_explanation_at */
} pme_explanation;

static inline const pme_number *pme_explanation_at(const pme_explanation *explanation, int reference, int level) {
  return &explanation->numbers[reference * explanation->prediction->level_count + level];
}

typedef struct pme_explain_options {
  pme_predict_options predict;
  /* The answer is the same, but more stands behind it: how many accesses the strata have, what windows look like, and
   * the closed form also for levels where its number is not needed, for windows tell more about causes than samples do.
   */
  bool thorough;
} pme_explain_options;

/* The answer of pme_predict and what stands behind it; both live in `arena`. PME_NO_MEMORY. */
pme_status pme_explain(const pme_concrete *concrete, const pme_machine *machine, const pme_explain_options *options,
                       pme_arena *arena, const pme_explanation **out, pme_error *error);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
