/* The equations of Andrade, Fraguela and Doallo (2012) as printed. Private to analysis/model/closed_form.
 *
 * They are here to be read beside the paper: `--engine pme-2012` shows them, and its worked examples are tests. Other
 * predictions do not use them: docs/model/equations.md 2.1 lists where they break (negative and fractional counts);
 * nrs_reuse_counts.h and area_vector.h replace them.
 * Lengths are in elements. `stride` S >= 0, `line` L_s >= 1, N iterations, blocks of b, t threads.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_PAPER_EQUATIONS_H
#define PMECACHE_ANALYSIS_MODEL_CLOSED_FORM_PRINTED_PAPER_EQUATIONS_H

#include <stdint.h>

/* Eq 2: L(n) = 1 + floor((n - 1) / max(L_s / S, 1)), the iterations among n that touch a new set of lines; 1 if S = 0,
 * and L(0) = 0 always (the printed formula disagrees with itself there). */
int64_t pme__paper_new_sets(int64_t n, int64_t stride, int64_t line);

/* Eqs 4-10, the terms of the equation of a parallel loop. */
typedef struct pme__paper_terms {
  double new_sets;             /* L(N), Eq 2 */
  double shared_by_neighbours; /* nrs, Eq 4 */
  double distance_between;     /* rd, Eq 5, in parallel iterations */
  double rounds_in_line;       /* ngrt, Eq 7 */
  double threads_in_line;      /* nst, Eq 8 */
  double concurrent;           /* rso, Eq 6 */
  double shared_by_rounds;     /* ngrtC, Eq 9 */
  double remaining;            /* rem, Eq 10 */
} pme__paper_terms;
pme__paper_terms pme__paper_parallel_terms(int64_t n, int64_t block, int64_t threads, int64_t stride, int64_t line);

/* Eq 3: misses of a sequential loop, given those of one inner execution for a first touch and for a reuse after one
 * iteration: Fs = L(N) F(RD) + (N - L(N)) F(Iter(1)). */
double pme__paper_sequential(int64_t n, int64_t stride, int64_t line, double first, double after_one);
/* Eq 11: misses of a parallel loop; `between`, `concurrent` and `after_one` are F(Iter(rd)), F(Iter(0)), F(Iter(1)). */
double pme__paper_parallel(const pme__paper_terms *terms, double first, double between, double concurrent,
                           double after_one);

#endif
