/* The order of candidates. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_RANK_H
#define PMECACHE_ANALYSIS_ADVISE_RANK_H

#include "grid.h"

/* What is worth a change, and what bound makes a search worth its time: share of the cost. */
#define PME__WORTH 0.05

/* < 0: a costs less. Of times the upper ends of their intervals count; without times misses, the outermost level first.
 */
int pme__better(const pme__question *question, const pme__answer *a, const pme__answer *b);

/* Fills ratio, ratio_low and ratio_high of `other`, against the present one. */
void pme__compare(const pme__question *question, const pme__answer *present, pme__answer *other);

/* ... by the misses of one level. */
void pme__compare_misses(const pme__answer *present, pme__answer *other, int level);

/* How much a candidate changes: nothing if it is the present one; rows that get longer, another team, chunks. */
int pme__extent_of_change(const pme_candidate *candidate, const pme_candidate *present);

/* Of the time, that this candidate saves; the present one: that the cheapest does. */
double pme__saved_cycles(const pme__grid *grid, int number);

/* Best first; of equals the one that was tried first. */
void pme__sort_answers(const pme__question *question, pme__grid *grid);

/* Of what is as good as the first, as far as the samples can tell, puts there what misses least, then what changes
 * least.
 */
void pme__put_simplest_first(const pme__question *question, pme__grid *grid, const pme_candidate *present);

/* Whether misses are saved that matter beside what else the loop does; where there are times, they tell. */
bool pme__is_notable(const pme__question *question, const pme_candidate *present, const pme_candidate *best);

/* Whether the best is a change that surely saves something, and enough. */
bool pme__is_worth_it(const pme__question *question, const pme_candidate *present, const pme_candidate *best);

/* The advice on the loop: the first of the grid's answers is the present one. Sorts the grid. `out` lies in `arena`;
 * its `now` is the caller's. PME_NO_MEMORY. */
pme_status pme__report(const pme__question *question, pme__grid *grid, pme_arena *arena, pme_loop_advice *out);

#endif
