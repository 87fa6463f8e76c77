/* Sizes that conditions allow: behind `if (n % 8 == 0)` a loop runs at multiples alone. Private to analysis. */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_MULTIPLES_H
#define PMECACHE_ANALYSIS_BY_SIZE_MULTIPLES_H

#include "unknown_sizes.h"

/* The least number that sizes are to be multiples of for the conditions around the loop, at most 64: of remainders of
 * sizes that they ask to be 0. 1: there is none. */
int64_t pme__multiple_of_sizes(const pme_program *program, int loop, const pme__unknown_symbols *unknown);

/* Whether those of arrays of two dimensions and more do, also where the size is odd: they are made longer. */
bool pme__rows_begin_at_lines(const pme_concrete *concrete, int64_t line_bytes);

/* How many elements are in a line, where rows of `size` elements of all these arrays do, and are no longer than that takes;
 * else 0. */
int64_t pme__row_elements(const pme_concrete *concrete, int64_t size, int64_t line_bytes);

/* A size near this one whose rows are an odd number of lines, for those of an even number meet in few sets: an odd
 * multiple; where rows begin at lines (`has_rows`) one of a few in a hundred, from 160 on. */
int64_t pme__size_near(double size, int64_t multiple, bool has_rows);

#endif
