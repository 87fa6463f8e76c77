/* What a candidate costs: the program with one loop changed, its misses, its time. Private to
 * analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_EVALUATE_H
#define PMECACHE_ANALYSIS_ADVISE_EVALUATE_H

#include "analysis/advise/time/cost.h"
#include "candidate_run.h"

/* One loop under advice. */
typedef struct pme__question {
  const pme_prediction *prediction; /* of the program as it is */
  const pme__costs *costs;          /* NULL: the machine has none, misses count */
  pme__candidate_runs *runs;
  /* On a machine that differs in the outermost level alone: what is known of the others there is not sampled again.
   * NULL: there are none. */
  const pme__candidate_runs *like;
  int loop;
  bool alone;      /* only the outermost construct that holds the loop is evaluated, else the function */
  bool stands_in;  /* addresses of the prediction stand for those of a trace: they tell nothing of races */
  bool is_outside; /* ... and there are others: what the loop does to them is not known */
  bool any_place;  /* intervals reach to what misses are wherever arrays may lie, not only to their mean */
  bool with_data;  /* each access at a place that data choose misses, as of the prediction; else they are left out */
} pme__question;

/* A candidate, and what it does to the function, or to the outermost construct that holds the loop. */
typedef struct pme__answer {
  pme_candidate candidate;
  pme__work_distribution distribution;
  double group_cycles;                 /* of all its worksharing loops */
  double group_open;                   /* half-width of that from the intervals of the misses */
  double group_misses[PME_MAX_LEVELS]; /* of all its accesses */
  double group_width[PME_MAX_LEVELS];  /* half-widths of these misses */
  double needed;                       /* effort, about nanoseconds, that gave the first answer on the candidate */
  bool is_exact;                       /* every access was counted, none sampled */
  bool is_answered;                    /* every access that the prediction has a number for got one */
} pme__answer;

/* Fills `inout`, whose candidate says what is tried, until the half-widths of the misses are below `precision` of them
 * or `effort`, about nanoseconds, is used up. Where that is too little for some access, `inout` only learns that it is
 * not answered: misses that were not sampled are not none. What was found out of the candidate before is used;
 * *spent, about nanoseconds, is what came on top of that. PME_OK; PME_NO_MEMORY. */
pme_status pme__evaluate(const pme__question *question, double effort, double precision, pme__answer *inout,
                         double *spent);

/* Of each of several evaluations; what they took adds up. */
typedef struct pme__search_effort {
  double effort, precision; /* as above */
  double *spent;
} pme__search_effort;
pme_status pme__evaluate_into(const pme__question *question, const pme__search_effort *effort, pme__answer *inout);

/* What an evaluation costs on top of its effort, about milliseconds. */
double pme__evaluation_ms(const pme__question *question);

/* What it costs to count every access, about nanoseconds; where `effort` is no less, pme__evaluate does so. */
double pme__counting_effort(const pme__question *question);

/* Fills alone and is_outside: the function is evaluated where that fits into the budget. */
void pme__choose_extent(pme__question *question, double budget_ms);

#endif
