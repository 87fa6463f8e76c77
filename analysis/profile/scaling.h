/* A profile of a larger input in the making: the runs in order, and fits of their numbers at the target. Private to
 * analysis/profile. */
#ifndef PMECACHE_ANALYSIS_PROFILE_SCALING_H
#define PMECACHE_ANALYSIS_PROFILE_SCALING_H

#include "profile_internal.h"
#include "scale.h"

/* What the runs have of one reference and thread. Distances stand in groups of equal mass, and the near ones are counted
 * below edges: 0, 1, 2, 3, 4, 6, 8, 12, ... lines. */
enum { PME_SCALE_EDGES = 27 };
double pme__scale_edge(int i);

typedef struct stream_data {
  double accesses[PME_SCALE_MAX_RUNS], cold[PME_SCALE_MAX_RUNS];
  int slow_loop;                      /* innermost loop that goes round slowly more often in larger inputs; PME_NONE */
  double entries[PME_SCALE_MAX_RUNS]; /* of that */
  unsigned laws;                      /* that its distances may follow */
  double means[PME_SCALE_MAX_RUNS][PME_SCALE_GROUPS];
  double sums[PME_SCALE_MAX_RUNS][PME_SCALE_GROUPS + 1]; /* of the means before */
  double near[PME_SCALE_MAX_RUNS][PME_SCALE_EDGES];      /* share of the finite distances below an edge */
  double near_mean[PME_SCALE_EDGES];                     /* from an edge to the next, in the largest run that has any */
  bool has_groups;                                       /* in every run */
} stream_data;

/* Cuts distances, which come in order, into groups of equal mass. */
typedef struct pme__scale_cut {
  double room, left; /* of a group in all, and of the current one */
  double sum, last;  /* of the current one; the last distance */
  int group;
  double *means; /* of PME_SCALE_GROUPS */
} pme__scale_cut;

pme__scale_cut pme__scale_begin_cut(double all, double *means);
void pme__scale_add_to_cut(pme__scale_cut *cut, double distance, double weight);
/* What rounding has left of the groups gets the last distance. */
void pme__scale_end_cut(pme__scale_cut *cut);

/* From some runs to a size. */
typedef struct pme__forecast {
  int count, runs[PME_SCALE_MAX_RUNS];
  double lines[PME_SCALE_MAX_RUNS], at_lines;
  double rounds; /* finite distances of each entry of the slow loop there */
} pme__forecast;

/* Mean distances of groups of equal mass at the target, and what they may be. */
typedef struct pme__scale_spread {
  double low[PME_SCALE_GROUPS], value[PME_SCALE_GROUPS], high[PME_SCALE_GROUPS];
} pme__scale_spread;

/* Runs by size; the largest is the base: the result has its functions, loops, blocks and references. */
typedef struct scaling {
  const pme__scale_question *question;
  pme__scale_run runs[PME_SCALE_MAX_RUNS];
  int count;
  double sizes[PME_SCALE_MAX_RUNS], lines[PME_SCALE_MAX_RUNS];
  double target_lines;
  double lines_without[PME_SCALE_MAX_RUNS]; /* target_lines with a run left out */
  pme_profile *result;
  pme__scale_report *report;
  double fitted;     /* references behind report->exponents */
  stream_data *data; /* of the current stream */
  bool *is_slow;     /* of each loop of the base: it goes round slowly more often in larger inputs, */
  bool *has_slow;    /* and, of outermost ones, there is such a loop in it */
} scaling;

static inline const pme_profile *base_of(const scaling *s) { return s->runs[s->count - 1].profile; }

/* The runs of the question by their sizes; false when these are not above 0, or not different. */
bool pme__scale_sort_runs(const pme__scale_question *question, scaling *s);
/* The function of run k that is function f of the base. */
int pme__scale_function_in(const scaling *s, int k, int f);
double pme__scale_count_at_target(const scaling *s, const double *values);

/* ---- a number at the target, and what it may be ---- */

typedef struct interval {
  double low, value, high;
} interval;

/* Three runs and more tell what the answer would be without one of them. */
bool pme__scale_has_range(const scaling *s);
/* Of a count. */
interval pme__scale_interval(const scaling *s, const double *values, double value);

/* ---- counts of loops and blocks at the target ---- */

enum { PME_SCALE_MAX_NEST = 32 };
/* What is counted within what, from the inside. */
typedef struct pme__scale_nest {
  int depth;
  pme__scale_counts counts[PME_SCALE_MAX_NEST];
} pme__scale_nest;

/* Of loops, blocks and references of the base. */
double pme__scale_entries(const scaling *s, int loop);
double pme__scale_rounds(const scaling *s, int loop);
double pme__scale_executions(const scaling *s, int block);
double pme__scale_accesses(const scaling *s, int reference, const double *accesses);
/* Loops that go round more often the larger the input is, but much less than in proportion: levels, halves. False: no
 * memory. */
bool pme__scale_find_slow_loops(scaling *s);
/* The innermost of them around the reference. Its entries in each run, and at the target; PME_NONE. */
int pme__scale_slow_loop(const scaling *s, int reference);
/* Such a loop is in the same outermost loop. */
bool pme__scale_is_beside_slow_loop(const scaling *s, int reference);
pme__scale_counts pme__scale_entries_of_runs(const scaling *s, int loop);

/* ---- parts of the result ---- */

/* Functions, loops, blocks and symbols, with what their counts are at the target. */
void pme__scale_code(scaling *s);
/* The distances of a reference that has `rounds` finite ones an entry of its slow loop at the target; adds to `laws` the
 * shares of its distances that follow each. */
void pme__scale_distances(const scaling *s, const stream_data *d, double rounds, double *laws,
                          pme__scale_spread *spread);
/* The reuse distances of all references. PME_NO_MEMORY. */
pme_status pme__scale_streams(scaling *s);
/* First references of a histogram, and those that a far sample stands for. */
double pme__scale_cold_weight(const pme_histogram *h, uint64_t window);

/* ---- the answer, and how far it is to be trusted ---- */

pme_status pme__scale_once(const pme__scale_question *question, pme_profile **out, pme__scale_report *report);
/* Predicts the largest run from the others: the largest error of a miss rate. */
pme_status pme__scale_leave_largest_out(const pme__scale_question *question, double *error);
/* Standard error of miss rates of `answer`: the weighted jackknife (Wu 1986). */
pme_status pme__scale_standard_error(const pme__scale_question *question, const pme_profile *answer,
                                     pme__scale_report *report);

#endif
