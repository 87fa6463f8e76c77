/* pmecache: predictions as functions of a size that is not known.
 *
 * A loop whose bounds or strides depend on symbols without a value is predicted for a ladder of sizes n, every such
 * symbol equal to n. Where the points of a loop do not lie on a smooth curve more sizes are looked at, down to a few
 * percent, so that the places where a working set stops to fit are found. Between its points a curve is a sum of two
 * powers or a straight line of logarithms, or one of those that its neighbours lie on, up to where these meet.
 *
 *     misses(n) ~ coefficient * n^exponent      for `from` <= n <= `to`: a LAW of a level
 *
 * A level has a law where lines are fetched once, another one where they are fetched again and again, and none in
 * between, where a working set grows out of the cache. The sizes that are looked at are odd: powers of two, whose rows
 * meet in few sets, may miss more (ask for the very size). How it is done: docs/model/by-size.md 1, 2, 3.
 */
#ifndef PMECACHE_BY_SIZE_H
#define PMECACHE_BY_SIZE_H

#include "pmecache/prediction.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

/* What was predicted of a loop for one size: totals over one call of the function, as in pme_loop_prediction. */
typedef struct pme_size_point {
  int64_t size;
  double trip_count;        /* mean over the executions of the loop */
  double left_out_accesses; /* whose addresses data decide, at most: in no count; < 0: more than such is left out */
  double data_accesses;     /* as of pme_loop_prediction */
  pme_misses levels[PME_MAX_LEVELS]; /* as many as the machine has; of the curve where they were in no doubt */
} pme_size_point;

/* misses ~ coefficient * size^exponent from `from` to `to`, within a tenth or four lines of all points there but single
 * ones: `error` is the largest share by which a point is off. */
typedef struct pme_size_law {
  int64_t from, to; /* sizes that were looked at; `to` INT64_MAX: it held for the largest one */
  double coefficient;
  int exponent;
  double error;
  double low, high; /* between which it may be, where the looks left the largest of its points open by a factor of 3 or
                       more; else the coefficient */
} pme_size_law;

/* What a symbol is taken for at a size: factor * (size / parts)^power, rounded down. All are 1 but of symbols where loops
 * begin that end at others (parts), and of pitches of planes, n^2 where rows are n (power). */
typedef struct pme_size_form {
  int parts, power;
  int64_t factor;
} pme_size_form;

/* At most 2^60. */
int64_t pme_size_form_value(pme_size_form form, int64_t size);
/* Whether it is the size itself. */
static inline bool pme_size_form_is_whole(pme_size_form form) {
  return form.parts == 1 && form.power == 1 && form.factor == 1;
}

typedef struct pme_by_size_loop {
  int node;               /* of the worksharing loop */
  pme_loop_status status; /* MODELLED, or PARTLY where something else than a size is unknown */
  bool alone;             /* the function is too large: what runs before the loop is left out, caches are cold; where
                             the outermost loop around it is, too, also what runs beside it in that */
  const bool *own; /* of each symbol of pme_by_size: the loop itself asks for it, not only what stands before it */
  int own_count;
  int taken_count, own_taken_count; /* the loop itself asks for the first ones of them, as of `own` */
  const pme_binding *taken;         /* those of pme_by_size, and conditions' symbols as this loop asks for */
  int moved_count;
  const pme_binding *moved; /* symbols that are the size and so much, as conditions ask for (`if (rows > columns)`) */
  int64_t row_elements;     /* rows of n elements begin at lines, so many elements in each; 0: not of all arrays */
  int point_count;
  const pme_size_point *points; /* by size */
  int small_count;
  const pme_size_point *small; /* of every size from that of the first one on: few iterations follow no law */
  int law_count[PME_MAX_LEVELS];
  const pme_size_law *laws[PME_MAX_LEVELS]; /* by size, of each level */
  /* For each level the size up to which what the loop uses again stays in the cache, in the middle of two that were
   * looked at: 0 not even for the smallest, INT64_MAX for all that were looked at. */
  int64_t fits_up_to[PME_MAX_LEVELS];
} pme_by_size_loop;

typedef struct pme_by_size {
  /* What stands without a size, that of the question with one reason more (over-budget) for each loop that wants for a
   * size and that there was no effort for. */
  pme_prediction *prediction;
  int symbol_count;
  const char **symbols;       /* without a value; all were taken as the size, ... */
  const pme_size_form *forms; /* ... or as this of it */
  int64_t limit;              /* the largest size that arrays are declared for; 0: none is */
  int taken_count;
  const pme_binding *taken; /* symbols that are no sizes (a chunk, a team, time steps), what they were taken for, why */
  int64_t least, most;      /* sizes that were looked at */
  int look_count;
  int loop_count;
  const pme_by_size_loop *loops; /* of those that have no number for want of a size, the ones that got points */
} pme_by_size;

typedef struct pme_by_size_question {
  const pme_prediction *prediction; /* of the program as it is, by pme_predict */
  const pme_what_if *what_if;       /* that of the prediction; NULL: nothing */
  double budget_ms;                 /* of the function, counted and not measured, of which a tenth is used; 0: 1000 */
  bool coherence;                   /* as of pme_predict_options */
  bool sequential;                  /* also of outermost loops that hold no parallel one */
  bool rough;      /* two digits of each law will do: a fifth of the effort, where that answers anything */
  double rough_ms; /* ... or so much where that is less; 0: a fifth */
} pme_by_size_question;

/* `out` has no loops where none wants for a size. The result lives in `arena`, texts point into the program. PME_NO_MEMORY. */
pme_status pme_predict_by_size(const pme_by_size_question *question, pme_arena *arena, const pme_by_size **out,
                               pme_error *error);

/* Whether two programs differ in their function's name and in places alone: what is found for the one holds for the
 * other. */
bool pme_is_answered_alike(const pme_program *a, const pme_program *b);
/* What pme_predict_by_size found for a program of which that is so, as the answer for this one, which `prediction` is of;
 * with the same `what_if`. The result in `arena` needs what `known` lives in. PME_NO_MEMORY. */
pme_status pme_by_size_again(const pme_by_size *known, const pme_prediction *prediction, pme_arena *arena,
                             const pme_by_size **out);

/* Misses (or accesses, of a level < 0) of a loop at a size, between its points. NaN outside of them. */
double pme_by_size_misses(const pme_by_size_loop *loop, int level, double size);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
