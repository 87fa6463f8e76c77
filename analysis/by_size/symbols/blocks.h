/* How many blocks there are, and sizes that are as many blocks of others. Private to analysis/by_size.
 *
 * Of `for (l = 0; l < levels; l++) parallel for (i = 0; i < A[l]->rows; i++)` there are a few levels, each with rows that
 * are read anew: were there as many levels as rows, all of them would have n^2 rows.
 *
 * Of `for (b = 0; b < blocks; b++) for (j = 0; j < min(length, points - b * length); j++)` there are points for all of the
 * blocks: were points as many as a block is long, all blocks but the first one would be empty. They are n^2, n blocks of n.
 */
#ifndef PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_BLOCKS_H
#define PMECACHE_ANALYSIS_BY_SIZE_SYMBOLS_BLOCKS_H

#include "analysis/by_size/unknown_sizes.h"

enum { PME__TAKEN_BLOCKS = 8 };

/* Whether sequential loops end at the symbol around worksharing loops that end where each block does for itself, and no
 * loop that is shared out, or in one. */
bool pme__counts_blocks(const pme_program *program, int parameter);

/* Gives the sizes of `out` that are such symbols the form n^2. */
void pme__find_blocks(const pme_program *program, pme__unknown_symbols *out);

#endif
