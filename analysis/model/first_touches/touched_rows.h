/* The rows of memory that the references of a program touch: whole stretches of bytes, laid out loop by loop.
 *
 * References of one body that move alike and leave out no line between them touch rows together. A row is what the
 * innermost loops touch, as far as they leave out no line. Long loops are run in evenly spaced iterations only, loops
 * that do not move the reference in the one that touches all that others do (loops_at_rest.h), else in their first,
 * middle and last one, and references under conditions where these are bounds of loops, else not at all: there are no
 * rows of what is not touched.
 *
 * Private to analysis/model.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_TOUCHED_ROWS_H
#define PMECACHE_ANALYSIS_MODEL_TOUCHED_ROWS_H

#include "pmecache/prediction.h"

/* Bytes [low, high) of an array, from its base on; after pme__touched_rows_join of the space that it lies in. */
typedef struct pme__touched_row {
  int64_t low, high;
  int array;      /* after pme__touched_rows_join the first of those that it overlaps */
  int top;        /* the outermost loop around its references; PME_NONE: none */
  int64_t copies; /* of a private array: threads that touch it, each in its own */
  int thread;     /* that touches it; 0 where rows are those of all threads */
} pme__touched_row;

/* Rows of equal length that are apart from each other: counted, however many there are. */
typedef struct pme__row_grid {
  int array, top; /* as above */
  int64_t length;
  double rows;
  int64_t granule_bytes; /* they begin so far from each other, or a multiple of it; 0: one row */
} pme__row_grid;

/* Lines of the levels are at most so long for what is said of grids to hold. */
enum { PME__GRID_LINE_BYTES = 64 };

typedef struct pme__touched_rows {
  const pme_concrete *concrete;
  int64_t least_line_bytes; /* of all levels: where less than that is left out, no line is */
  bool by_thread; /* rows of each thread apart, of shared arrays in dealt loops alone, whose chunks go round */
  pme__touched_row *rows;
  int count, capacity;
  pme__row_grid *grids; /* at most one a reference */
  int grid_count;
  pme__touched_row *hulls; /* of references some rows of which were left out: these lie in there */
  int hull_count;
} pme__touched_rows;

/* Lays out the rows of all modelled references. bytes_of: per reference, those of its rows, an equal share of what
 * references touch together. `out` has its concrete program, least_line_bytes and by_thread. False: out of memory. */
bool pme__touched_rows_collect(const pme_prediction *prediction, double *bytes_of, pme__touched_rows *out);
/* Rows count from the start of their space, and arrays that may overlap there become one: block_of[array] is the first
 * of them. False: out of memory. */
bool pme__touched_rows_join(pme__touched_rows *rows, int *block_of);
/* By array, then by where they begin. False: out of memory. */
bool pme__touched_rows_sort(pme__touched_rows *rows);
/* Frees the rows and grids. */
void pme__touched_rows_close(pme__touched_rows *rows);

#endif
