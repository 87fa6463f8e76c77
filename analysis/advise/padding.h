/* Longer rows against conflicts: which arrays to pad, for which candidate. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_PADDING_H
#define PMECACHE_ANALYSIS_ADVISE_PADDING_H

#include "grid.h"

/* Adds candidates like number `number` of the grid with longer rows of an array whose accesses may lose much to
 * conflicts, those of long strides, and of all such arrays together: where several meet in the same sets, one alone may
 * save next to nothing. What each access loses is known of the program as it is; of another schedule, what
 * the loop does. */
void pme__add_padding(const pme__question *question, pme__grid *grid, int number);

/* Of the other schedules for the same team, the one that longer rows may help most; -1: there is none. */
int pme__best_without_conflicts(const pme__question *question, const pme__grid *grid);

#endif
