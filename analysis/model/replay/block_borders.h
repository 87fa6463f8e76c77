/* Lines where one thread's block of iterations ends and the next one's begins. Private to analysis/model/replay.
 *
 * Where a sweep's arrays stay in the caches, these lines are all that is left to be missed, again in each sweep: with four
 * threads three of an array, whatever its size, which a sample of lines meets or does not.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_BLOCK_BORDERS_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_BLOCK_BORDERS_H

#include "analysis/model/loop_tree/loop_tree.h"

enum { PME__MOST_BORDERS = 8 };

/* Numbers of such lines of 2^line_bits bytes, of arrays that are written and swept along; none twice, at most `most`.
 * Returns how many; PME_NONE: there are more. */
int pme__block_borders(const pme__loop_tree *program, int line_bits, const int64_t *group_bases, int64_t *lines,
                       int most);

#endif
