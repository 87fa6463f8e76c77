/* Product of a sparse matrix of uneven rows and a vector, rows by guided. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 40000

int main(void) {
  int *begin = malloc((ROWS + 1) * sizeof *begin);
  begin[0] = 0;
  for (int r = 0; r < ROWS; r++)
    begin[r + 1] = begin[r] + 3 + r % 17;
  int nonzeros = begin[ROWS];
  int *col = malloc(nonzeros * sizeof *col);
  double *val = malloc(nonzeros * sizeof *val), *x = malloc(ROWS * sizeof *x), *y = malloc(ROWS * sizeof *y);
  for (int k = 0; k < nonzeros; k++) {
    col[k] = (k * 7919) % ROWS;
    val[k] = 1.0 / (1 + k % 31);
  }
  for (int r = 0; r < ROWS; r++)
    x[r] = r * 0.001;
#pragma omp parallel for schedule(guided, 4)
  for (int r = 0; r < ROWS; r++) {
    double sum = 0.0;
    for (int k = begin[r]; k < begin[r + 1]; k++)
      sum += val[k] * x[col[k]];
    y[r] = sum;
  }
  double norm = 0.0;
  for (int r = 0; r < ROWS; r++)
    norm += y[r] * y[r];
  printf("%.6f\n", norm);
  free(begin), free(col), free(val), free(x), free(y);
  return 0;
}
