/* pmecache: values for symbols that are no sizes, before anything is predicted.
 *
 * `if (verbose)`, `if (stop[0] == 128)`: a symbol that stands in conditions alone says which way the code goes, not how
 * far. Where a loop asks for such symbols alone, and for no size, it has an ordinary answer once each is taken for what
 * the conditions ask for (docs/model/by-size.md 1). What was taken is an assumption of the answer, like a value that is
 * given: `origin` begins with "taken: ".
 */
#ifndef PMECACHE_CHOICES_H
#define PMECACHE_CHOICES_H

#include "pmecache/arena.h"
#include "pmecache/concrete.h"
#include "pmecache/prediction.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

/* `what_if` with a value for each symbol that parallel loops ask for which ask for no size (of a program without any, all
 * loops); where loops ask for different values of one symbol, that of the first. What a loop asks for that asks for a
 * size, too, is left to pme_predict_by_size. The result lives in `arena`, texts point into the program. PME_NO_MEMORY. */
pme_status pme_take_choices(const pme_program *program, const pme_what_if *what_if, pme_arena *arena, pme_what_if *out);

typedef struct pme_choices_question {
  const pme_prediction *prediction;   /* of the program with what pme_take_choices has taken */
  const pme_what_if *what_if;         /* that it was given */
  const pme_predict_options *options; /* of the prediction */
} pme_choices_question;

/* The prediction, and of loops that do not run with what was taken (the other arm of `if (mode == 3)`) the numbers that
 * they have where they do run, with an assumption that says so. Totals of the function stay those of one call. `out` is
 * the prediction itself where all loops run. PME_NO_MEMORY. */
pme_status pme_predict_other_choices(const pme_choices_question *question, pme_arena *arena,
                                     const pme_prediction **out);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
