/* Candidates under way: what was built and sampled for one serves the next question about it. Private to
 * analysis/advise.
 *
 * A candidate run is the program with one loop changed, its sampled walk, and the misses that came of it. The search
 * evaluates a candidate with little effort first, and again where it matters: then the walk goes on and does not begin
 * anew. Walks take memory: only those of the cheapest few candidates are kept, and that of the present one.
 *
 * The present candidate is one program whichever loop is under advice: the loops of one construct share its run. Runs
 * live as long as the advice on one loop, that of the present candidate until the next construct. */
#ifndef PMECACHE_ANALYSIS_ADVISE_CANDIDATE_RUN_H
#define PMECACHE_ANALYSIS_ADVISE_CANDIDATE_RUN_H

#include "analysis/model/walk/estimate/placement_variance.h"
#include "analysis/model/walk/estimate/walk.h"
#include "pmecache/advice.h"

typedef struct pme__candidate_run {
  struct pme__candidate_run *next;
  pme_proposal proposal; /* without a schedule: the present one, whichever loop it names */
  int top;               /* outermost construct that holds the loop */
  pme_concrete *concrete;
  pme_arena *arena;
  pme__walk_run *walk;                   /* NULL: not walked yet */
  pme_prediction *misses;                /* of the references, not summed; NULL: not asked for yet */
  pme__placement_deviations *placements; /* of the walk's, per reference and level; NULL: not asked for yet */
  double effort, precision;              /* that `misses` were asked for with; 0 without */
  double spent;   /* about nanoseconds that the walk took so far, with what it sampled of writes */
  double needed;  /* effort that gave the first answer; 0: there is none yet */
  bool is_walked; /* the walk has an answer for each reference, at some level at least */
  bool is_exact;  /* all accesses were counted, none sampled */
  double cost;    /* of what was found, to compare runs of one loop by */
} pme__candidate_run;

typedef struct pme__candidate_runs {
  const pme_prediction *prediction; /* of the program as it is */
  const pme_what_if *what_if;
  pme__candidate_run *first;
} pme__candidate_runs;

/* The run of this program, a new one where there is none. `top` is the outermost construct that holds the loop. Valid
 * until it is forgotten. PME_NO_MEMORY. */
pme_status pme__candidate_run_of(pme__candidate_runs *runs, const pme_proposal *proposal, int top,
                                 pme__candidate_run **out);

/* The same, NULL where there is none. */
const pme__candidate_run *pme__known_candidate_run(const pme__candidate_runs *runs, const pme_proposal *proposal,
                                                   int top);

/* Forgets those of other candidates than the present one; or all. */
void pme__candidate_runs_forget_candidates(pme__candidate_runs *runs);
void pme__candidate_runs_forget(pme__candidate_runs *runs);

/* The same arrays in the same order, by as much. */
bool pme__has_same_longer_rows(const pme_longer_rows *a, int a_count, const pme_longer_rows *b, int b_count);

#endif
