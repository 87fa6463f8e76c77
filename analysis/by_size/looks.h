/* What a look is at, and whether it saw enough. A look at some levels of the machine takes less than one at all: what
 * the others do at that size is read from their curves. Private to analysis/by_size. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_LOOKS_H
#define PMECACHE_ANALYSIS_BY_SIZE_LOOKS_H

#include "pmecache/by_size.h"
#include "pmecache/machine.h"

/* Levels, one bit each. */
typedef unsigned pme__levels;

/* The machine with these levels alone, in their order. A level sees all accesses, whatever is nearer to the core. */
void pme__keep_levels(const pme_machine *machine, pme__levels levels, pme_machine *out);

/* The point with the levels of `found`, which has these levels alone. What the loop's curves say of the others at that
 * size: kinds are mixed as of the two points around it. False: the size is not between points. */
bool pme__complete_point(const pme_by_size_loop *loop, int level_count, pme__levels levels, pme_size_point *found);

/* Whether more effort would say notably more. What is due to where arrays are, and the distance of a bound from the
 * least, do not get less with it. */
bool pme__is_wide(const pme_misses *misses);
/* Sums of what is computed alone, `pi += 4 / (1 + x * x)`, touch no memory at any size. */
bool pme__touches_memory(const pme_program *program, int loop);
/* Part of the program has no answer for want of effort. */
bool pme__is_cut_short(const pme_prediction *prediction);

#endif
