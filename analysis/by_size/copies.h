/* Loops that a program holds twice. Private to analysis/by_size.
 *
 * What runs where `f() != 0` stands in a program twice, for more than 0 and for less: with their own choices both are the
 * same, and are looked at once. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_COPIES_H
#define PMECACHE_ANALYSIS_BY_SIZE_COPIES_H

#include "search.h"

enum { PME__ROUND_OF_COPIES = -1 };

/* Rounds of which, with their choices, the same outermost loops run in the same order as in an earlier one, in other
 * words at most: their loops get this round, copy_of[] says whose points are theirs, and later rounds move up. How many
 * rounds are left comes back in `rounds`. PME_NO_MEMORY. */
pme_status pme__find_copies(pme__size_search *search, int *rounds);
/* Afterwards. */
void pme__answer_copies(pme__size_search *search);

#endif
