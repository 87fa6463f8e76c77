/* Sums of columns of a row-major matrix, a parallel region for each block of columns. */
#include <stdio.h>

#define R 2000
#define C 1024

static double a[R][C], sum[C];

int main(void) {
  for (int r = 0; r < R; r++)
    for (int c = 0; c < C; c++)
      a[r][c] = r * 0.5 + c;
#pragma omp parallel for schedule(static, 1)
  for (int c = 0; c < C; c++) {
    sum[c] = 0;
    for (int r = 0; r < R; r++)
      sum[c] += a[r][c];
  }
  printf("%.3f\n", sum[C - 1]);
  return 0;
}
