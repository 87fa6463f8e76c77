/* What threads write side by side into the same lines, by their own numbers. Private to analysis/advise. */
#ifndef PMECACHE_ANALYSIS_ADVISE_OWN_LINES_H
#define PMECACHE_ANALYSIS_ADVISE_OWN_LINES_H

#include "evaluate.h"

/* Fills what `out` says of own lines: arrays of which each thread has its own part, narrower than a line, where false
 * sharing of them is worth a change. */
void pme__find_own_lines(const pme__question *question, const pme_candidate *present, pme_loop_advice *out);

#endif
