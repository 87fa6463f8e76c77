/* C += A B of 300 x 330 x 360, the loops in the order i, k, j: what an affine program costs when it is instrumented. */
#include "../irregular/kernel.h"

enum { ROWS = 300, COLUMNS = 330, DEPTH = 360 };
const int kernel_default_size = 1; /* times */

static double a[ROWS][DEPTH], b[DEPTH][COLUMNS], c[ROWS][COLUMNS];

void kernel_prepare(int size) {
  (void)size;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < DEPTH; k++)
      a[i][k] = draw(100);
  for (int k = 0; k < DEPTH; k++)
    for (int j = 0; j < COLUMNS; j++)
      b[k][j] = draw(100);
}

void kernel_run(int size) {
  for (int t = 0; t < size; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < ROWS; i++)
      for (int k = 0; k < DEPTH; k++)
        for (int j = 0; j < COLUMNS; j++)
          c[i][j] += a[i][k] * b[k][j];
  }
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      sum += c[i][j];
  return (uint64_t)sum;
}
