/* Collapsed loops whose extents vary. Private to walk_*.c.
 *
 * ROW: all iterations of the innermost collapsed loop for one iteration of the others. Rows follow each other in the
 * order of execution; x numbers the iterations of all of them. So with begin(row) the x of its first iteration, a piece
 * of x = from .. to is a loop over the rows that it meets, and inside one over x = max(from, begin(row)) ..
 * min(to, begin(row + 1) - 1). Tables give what is not affine in the row: single loops look it up.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_ROWS_H
#define PMECACHE_ANALYSIS_MODEL_WALK_ROWS_H

#include "walk_build.h"

struct pme__walk_rows {
  int loops; /* collapsed */
  int64_t row_count, iterations;
  int64_t longest;                                        /* iterations of a row */
  const pme_concrete_loop *loop_of[PME__WALK_MAX_DIGITS]; /* outermost first */
  int64_t *values[PME__WALK_MAX_DIGITS]; /* [c][row]: source value of loop c; of the innermost one at x = 0 */
  int64_t *begins, *ends;                /* [row]: its first and last x */
};

/* Of the collapsed loops `sources`. *out NULL: there are too many rows, or they depend on loops outside. PME_NO_MEMORY.
 */
pme_status pme__walk_rows_create(const pme__walk_builder *b, const int *sources, int count, pme__walk_rows **out);
/* The row that x is in. */
int64_t pme__walk_row_of(const pme__walk_rows *rows, int64_t x);
/* The row and the x of an iteration. */
int64_t pme__walk_row_at(const pme__walk_rows *rows, const int64_t *source_values, int64_t *x);

#endif
