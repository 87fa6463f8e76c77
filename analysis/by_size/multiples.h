/* Sizes that conditions allow: behind `if (n % 8 == 0)` a loop runs at multiples alone. Private to analysis. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_MULTIPLES_H
#define PMECACHE_ANALYSIS_BY_SIZE_MULTIPLES_H

#include "unknown_sizes.h"

/* The least number that sizes are to be multiples of for the conditions around the loop, at most 64: of remainders of
 * sizes that they ask to be 0. 1: there is none. */
int64_t pme__multiple_of_sizes(const pme_program *program, int loop, const pme__unknown_symbols *unknown);

/* A size near this one: an odd multiple, for rows of an even number of lines meet in few sets. */
int64_t pme__size_near(double size, int64_t multiple);

#endif
