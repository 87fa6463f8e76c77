/* The profile of a larger input from profiles of small ones (Zhong, Ding et al. 2003; docs/model/profiles.md 4.3).
 *
 * For every reference and thread the finite distances are cut into groups of equal mass, and the mean of each group is
 * fitted as a function of the input size s, here the number of lines that the run touched:
 *
 *     three or more runs   d = a + b f(s), f of 1/s, 1, s^(1/3), s^(1/2), s^(2/3), s; least squares, const on ties;
 *                          what grows has b >= 0. With 1/s d comes nearer and nearer to a, which is not negative: what
 *                          happens once for each block, row or pass spreads over more and more references
 *     two runs             d + 1 = b s^e, e rounded to one of 0, 1/3, 1/2, 2/3, 1
 *
 * Near distances are counted, where that foretells the largest run better, and in loops whose rounds grow slowly groups
 * are those of a round. Counts (accesses, first references, iterations, lines) follow a polynomial when one of low degree
 * goes through them exactly; else, as ratios to what they are counted within, levels, a logarithm or a power.
 *
 * The paper's way keeps the distances and changes only how often each block runs; it is here to be compared with.
 *
 * From three runs on, every group and every number of first references is fitted again with each run left out: the
 * smallest and the largest answer are the ends of the stream's range (a jackknife).
 *
 * Before the answer is given, the largest run is predicted from the others: when a miss rate is off by more than
 * PME_SCALE_GATE, the fit is not to be trusted. Nor is it when a miss rate at the target has a standard error over
 * PME_SCALE_OPEN, by the change when a run is left out: then the answer hangs on single runs. Miss rates are those of
 * the caches of the machine that is asked about, else of caches of 8, 16, ... lines.
 */
#ifndef PMECACHE_ANALYSIS_PROFILE_SCALE_H
#define PMECACHE_ANALYSIS_PROFILE_SCALE_H

#include "pmecache/machine.h"
#include "pmecache/profile.h"

enum { PME_SCALE_GROUPS = 200, PME_SCALE_MAX_RUNS = 32, PME_SCALE_EXPONENTS = 7 };
#define PME_SCALE_GATE 0.02
#define PME_SCALE_OPEN 0.05

typedef enum pme__scale_way { PME_SCALE_FITTED, PME_SCALE_PRINTED } pme__scale_way;

typedef struct pme__scale_run {
  const pme_profile *profile;
  double size; /* what the user varies (n), > 0, different in each run */
} pme__scale_run;

typedef struct pme__scale_question {
  const pme__scale_run *runs; /* in any order, with the same options but threads */
  int count;                  /* 2 .. PME_SCALE_MAX_RUNS */
  double target;              /* > 0, in the unit of their sizes */
  const char *symbol;         /* gets the value `target` in the result; may be NULL */
  pme__scale_way way;
  const pme_machine *machine; /* whose caches the fit is judged by; NULL: caches of 8, 16, ... lines */
} pme__scale_question;

typedef struct pme__scale_report {
  double exponents[PME_SCALE_EXPONENTS]; /* share of the references fitted with f = 1/s, 1, s^(1/3), ..., log s */
  double left_out_error; /* largest error of a miss rate of the largest run; NaN: too few runs to tell */
  double standard_error; /* largest of a miss rate at the target, and the lines of that cache; NaN: too few runs */
  double least_sure;
  int unmatched; /* streams that some run does not have: kept as they are in the largest run */
  double lines;  /* that the large input is expected to touch */
} pme__scale_report;

/* The result has no geometries: sets do not scale. PME_BAD_ARGUMENT, PME_BAD_INPUT when the runs do not fit together,
 * PME_NO_MEMORY. A bad gate is no error: look at report->left_out_error and report->standard_error. */
pme_status pme__profile_scale(const pme__scale_question *question, pme_profile **out, pme__scale_report *report,
                              pme_error *error);

/* Value of a count at `target`, from `count` pairs; for tests. */
double pme__scale_count(const double *sizes, const double *values, int count, double target);
/* What was counted in each run. */
typedef struct pme__scale_counts {
  double of_run[PME_SCALE_MAX_RUNS];
} pme__scale_counts;

/* nest[0] is counted within nest[1] (rounds of a loop, and how often it was entered), that within nest[2] ...: each
 * for itself where a polynomial goes through it, else as a ratio to the one around it. */
double pme__scale_nested_count(const double *sizes, const pme__scale_counts *nest, int depth, int count, double target);
/* Whether values change less than in proportion to the fourth root of the size. */
bool pme__scale_is_slow(const double *sizes, const double *values, int count);
/* Of references, which share is near: a + b / s, or a power of s that falls. */
double pme__scale_share(const double *lines, const double *shares, int count, double target);
/* Laws of distances: 1/s, 1, s^(1/3), ..., log s; and as a bit each. */
enum { PME_SCALE_CONVERGES, PME_SCALE_CONSTANT, PME_SCALE_FIRST_THAT_GROWS };
enum { PME_SCALE_LAST = PME_SCALE_EXPONENTS - 1 };
#define PME_SCALE_LOGARITHM (1u << PME_SCALE_LAST)
#define PME_SCALE_POWERS (PME_SCALE_LOGARITHM - 1)
/* What comes to a limit, stays, or grows with log s. */
#define PME_SCALE_ROUNDS (1u << PME_SCALE_CONVERGES | 1u << PME_SCALE_CONSTANT | PME_SCALE_LOGARITHM)
/* Value of a distance at line count `target`, by one of the laws; *exponent is the index of f. */
double pme__scale_distance_by(const double *lines, const double *distances, int count, double target, unsigned laws,
                              int *exponent);

#endif
