/* pmecache: the model of Andrade, Fraguela and Doallo (2012) as it is printed, with every term of its equations
 * (docs/model/equations.md 2). To be read beside the paper; pme_predict is the answer.
 *
 * Read into the paper where it is silent: loops whose trip counts vary run as often as in the middle of the program,
 * guards always hold, and a reuse after no iteration of a loop always hits.
 */
#ifndef PMECACHE_PRINTED_H
#define PMECACHE_PRINTED_H

#include <stdio.h>

#include "pmecache/prediction.h"
#include "pmecache/report.h"

#ifdef __cplusplus
extern "C" {
#else
#pragma GCC visibility push(default)
#endif

typedef enum pme_printed_kind {
  PME_PRINTED_SERIAL,     /* Eq 3 */
  PME_PRINTED_PARALLEL,   /* Eqs 4 to 11 */
  PME_PRINTED_TRANSLATION /* the loop in which the reference follows another one: Appendix A */
} pme_printed_kind;

/* The equation F of a reference at a loop, for one instance of a level. Of N iterations `new_sets` touch new lines, and
 * the others reuse some: after one iteration, in the same parallel iteration, or after rd parallel iterations. */
typedef struct pme_printed_equation {
  int reference, level; /* row of the prediction; level */
  int loop;             /* node of the program */
  pme_printed_kind kind;
  bool of_chunks;     /* the loop over the chunks of a thread, of which the cache sees no other thread */
  int64_t iterations; /* N */
  int64_t block;      /* b; 0 in a serial loop, as is t */
  int64_t threads;    /* t */
  int64_t stride_bytes, element_bytes, line_bytes;
  double new_sets;                     /* L(N), Eq 2; TRANSLATION: iterations whose lines nobody brought */
  double nrs, rd, rso, ngrt, nst;      /* Eqs 4 to 8 */
  double ngrt_c, rem;                  /* Eqs 9 and 10; serial: rem = N - L(N) */
  int follows;                         /* TRANSLATION: row of the reference that is followed; else PME_NONE */
  double distance;                     /* TRANSLATION: iterations that it is ahead */
  double miss_between, miss_after_one; /* MissP(Iter(rd)), or of `distance`, and MissP(Iter(1)); 0: not asked for */
  double first, reused;                /* F(RD) = first * MissP(RD) + reused, for the whole nest from this loop on */
} pme_printed_equation;

typedef struct pme_printed {
  const pme_prediction *prediction;
  int equation_count; /* by level and reference, from the outermost loop inwards, of the first instance of a level */
  const pme_printed_equation *equations;
} pme_printed;

/* Predicts with the printed equations alone. `effort_ms`: as pme_predict_options.budget_ms. PME_NO_MEMORY. */
pme_status pme_predict_printed(const pme_concrete *concrete, const pme_machine *machine, double effort_ms,
                               pme_arena *arena, const pme_printed **out, pme_error *error);

/* The equations as tables, of the references with wanted[row] (NULL: all). Look at ferror(stream). */
void pme_text_printed(const pme_printed *printed, const bool *wanted, const char *source_file, FILE *stream);
/* The prediction as one more function, with the key `printed` (docs/formats/json.md). PME_NO_MEMORY. */
pme_status pme_json_add_printed(pme_json *json, const pme_printed *printed, const bool *wanted, const char *source_file,
                                pme_error *error);

#ifdef __cplusplus
}
#else
#pragma GCC visibility pop
#endif
#endif
