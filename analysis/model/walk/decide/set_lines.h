/* Copies of an interval of bytes, and how many lines of one set they meet. Private to analysis/model/walk/decide.
 *
 * What a reference touches in a product of loops is an interval of bytes (loops whose strides leave out no line) and
 * copies of it along the other loops. Positions are bytes modulo a TURN, the bytes of all sets; the set in question
 * begins at 0. */
#ifndef PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_SET_LINES_H
#define PMECACHE_ANALYSIS_MODEL_WALK_DECIDE_SET_LINES_H

#include <stdbool.h>
#include <stdint.h>

/* Loops with strides of their own, at most. */
enum { PME__WALK_MOST_DIMENSIONS = 8 };

typedef struct pme__walk_dimension {
  int64_t count, stride; /* count > 1, stride > 0, bytes */
} pme__walk_dimension;

typedef struct pme__walk_intervals {
  int64_t start_bytes, length_bytes; /* start: of the first copy, the lowest */
  int count;
  pme__walk_dimension dimensions[PME__WALK_MOST_DIMENSIONS];
} pme__walk_intervals;

/* `count` iterations of a loop, the first one at `first`, that move by stride_bytes (any sign). False: numbers are too
 * large. */
bool pme__walk_intervals_add(pme__walk_intervals *copies, int64_t first, int64_t count, int64_t stride_bytes);
/* Dimensions that leave out no line of line_bytes lengthen the interval; of the others the longest is put first. Copies
 * along one dimension that is left have no line in common. False: numbers are too large. */
bool pme__walk_intervals_fill(pme__walk_intervals *copies, int64_t line_bytes);
/* From the first byte to behind the last one. */
int64_t pme__walk_intervals_span(const pme__walk_intervals *copies);

/* Lines of the set that [x, x + length_bytes) meets. */
int64_t pme__walk_lines_of_interval(int64_t x, int64_t length_bytes, int64_t line_bytes, int64_t turn_bytes);
/* The same summed over `count` intervals, at x, x + stride, ...: by sums of floors, whatever the count is (times the
 * turn below 2^62). */
int64_t pme__walk_lines_of_row(int64_t x, int64_t length_bytes, int64_t count, int64_t stride, int64_t line_bytes,
                               int64_t turn_bytes);

/* Sum over i = 0 .. n - 1 of floor((a i + b) / m), modulo 2^64; m > 0, n >= 0, n * m below 2^62. */
uint64_t pme__walk_sum_of_floors(int64_t n, int64_t m, int64_t a, int64_t b);

#endif
