/* The grid of candidates: which threads and chunks are evaluated. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_GRID_H
#define PMECACHE_ANALYSIS_ADVISE_GRID_H

#include "evaluate.h"

enum { PME__MOST_CANDIDATES = 256 };

typedef struct pme__grid {
  int count;
  pme__answer answers[PME__MOST_CANDIDATES]; /* [0] is the present one */
} pme__grid;

/* Adds a candidate unless there is one that gives the same iterations to the same threads. Its number, or -1. */
int pme__grid_add(pme__grid *grid, double trips, const pme_candidate *candidate);

/* The coarse grid: `most` candidates at most, present included. `distribution` is that of the present one. */
void pme__grid_fill(pme__grid *grid, const pme_machine *machine, const pme__work_distribution *distribution,
                    bool other_threads, int most);

/* In place of that: longer chunks for threads that ask for them, as far as they even out what nobody knows. */
void pme__grid_fill_demanded(pme__grid *grid, const pme__work_distribution *distribution, int most);

/* In place of that: the present schedule with fewer threads, and blocks for all. */
void pme__grid_fill_teams(pme__grid *grid, const pme__work_distribution *distribution);

/* Neighbours of a candidate in chunk: half and twice. */
void pme__grid_refine(pme__grid *grid, const pme__work_distribution *distribution, int candidate);

/* Chunks of a line of what the loop shares falsely, also where fewer threads than the team have work then. The first
 * candidate is what is there. */
void pme__add_whole_lines(const pme__question *question, pme__grid *grid);

#endif
