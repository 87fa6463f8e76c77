/* Copies of an interval of bytes, and how many lines of one set they meet. Private to analysis/model/walk/occupancy.
 *
 * What a reference touches in a product of loops is an interval of bytes (loops whose strides leave out no line) and
 * copies of it along the other loops. Positions are bytes modulo the bytes of one WAY, sets * line; the set in question
 * begins at 0. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_SET_LINES_H
#define PMECACHE_ANALYSIS_MODEL_WALK_OCCUPANCY_SET_LINES_H

#include <stdbool.h>
#include <stdint.h>

/* Loops with strides of their own, at most. */
enum { PME__MOST_COPY_DIMENSIONS = 8 };

typedef struct pme__copy_dimension {
  int64_t count, stride; /* count > 1, stride > 0, bytes */
} pme__copy_dimension;

typedef struct pme__interval_copies {
  int64_t start_bytes, length_bytes; /* start: of the first copy, the lowest */
  int count;
  pme__copy_dimension dimensions[PME__MOST_COPY_DIMENSIONS];
} pme__interval_copies;

/* `count` iterations of a loop, the first one at `first`, that move by stride_bytes (any sign). False: numbers are too
 * large. */
bool pme__interval_copies_add(pme__interval_copies *copies, int64_t first, int64_t count, int64_t stride_bytes);
/* Dimensions that leave out no line of line_bytes lengthen the interval; of the others the longest is put first. Copies
 * along one dimension that is left have no line in common. False: numbers are too large. */
bool pme__interval_copies_fill(pme__interval_copies *copies, int64_t line_bytes);
/* From the first byte to behind the last one. */
int64_t pme__interval_copies_span(const pme__interval_copies *copies);

/* Lines of the set that [x, x + length_bytes) meets. */
int64_t pme__walk_lines_of_interval(int64_t x, int64_t length_bytes, int64_t line_bytes, int64_t way_bytes);
/* The same summed over `count` intervals, at x, x + stride, ...: by sums of floors, whatever the count is (times the
 * way below 2^62). */
int64_t pme__walk_lines_of_row(int64_t x, int64_t length_bytes, int64_t count, int64_t stride, int64_t line_bytes,
                               int64_t way_bytes);

#endif
