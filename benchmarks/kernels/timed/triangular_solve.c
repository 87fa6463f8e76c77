/* Forward substitution for many right-hand sides at once, one row of x for each. */
#include "../kernel.h"

#ifndef N
#define N 300
#endif

static _Alignas(KERNEL_LINE_BYTES) double l[N][N], b[N][N], x[N][N];

void triangular_solve(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int r = 0; r < N; r++)
    for (int i = 0; i < N; i++) {
      double rest = b[r][i];
      for (int j = 0; j < i; j++)
        rest -= l[i][j] * x[r][j];
      x[r][i] = rest;
    }
}

int main(void) {
  kernel_fill(&l[0][0], (size_t)N * N, 1);
  for (size_t i = 0; i < (size_t)N * N; i++)
    (&l[0][0])[i] /= 1024;
  kernel_fill(&b[0][0], (size_t)N * N, 2);
  double start = kernel_seconds();
  triangular_solve();
  kernel_report("triangular_solve", kernel_seconds() - start, kernel_sum(&x[0][0], (size_t)N * N));
  return 0;
}
