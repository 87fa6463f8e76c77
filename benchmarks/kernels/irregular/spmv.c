/* Sparse matrix times vector, compressed rows. SIZE rows of 1 to 24 entries, three of four of them near the diagonal.
 */
#include "kernel.h"

enum { MOST_ENTRIES = 24, BAND = 512, STEPS = 3 };
const int kernel_default_size = 16384;

static int *row_begin, *column;
static double *entry, *x, *y;
static int rows;

void kernel_prepare(int size) {
  rows = size;
  row_begin = place(sizeof *row_begin * ((size_t)size + 1));
  for (int r = 0; r < size; r++)
    row_begin[r + 1] = row_begin[r] + 1 + (int)draw(MOST_ENTRIES);
  column = place(sizeof *column * (size_t)row_begin[size]);
  entry = place(sizeof *entry * (size_t)row_begin[size]);
  x = place(sizeof *x * (size_t)size);
  y = place(sizeof *y * (size_t)size);
  for (int r = 0; r < size; r++) {
    x[r] = draw(4);
    for (int k = row_begin[r]; k < row_begin[r + 1]; k++) {
      uint32_t near = ((uint32_t)r + draw(BAND)) % (uint32_t)size;
      column[k] = (int)(draw(4) ? near : draw((uint32_t)size));
      entry[k] = draw(4);
    }
  }
}

static void multiply(int count, const int *restrict begin, const int *restrict at, const double *restrict values,
                     const double *restrict from, double *restrict to) {
#pragma omp parallel for
  for (int r = 0; r < count; r++) {
    double sum = 0;
    for (int k = begin[r]; k < begin[r + 1]; k++)
      sum += values[k] * from[at[k]];
    to[r] = sum;
  }
}

void kernel_run(int size) {
  for (int step = 0; step < STEPS; step++)
    multiply(size, row_begin, column, entry, x, y);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int r = 0; r < rows; r++)
    sum += y[r];
  return (uint64_t)sum;
}
