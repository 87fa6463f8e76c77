/* Two five-point sweeps a step, to and fro between two grids. */
#include "../kernel.h"

#ifndef N
#define N 1000
#endif
#ifndef STEPS
#define STEPS 4
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N];

void jacobi2d(void) {
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        b[i][j] = 0.25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j]);
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        a[i][j] = 0.25 * (b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j]);
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(&b[0][0], (size_t)N * N, 1);
  double start = kernel_seconds();
  jacobi2d();
  kernel_report("jacobi2d", kernel_seconds() - start, kernel_sum(&a[0][0], (size_t)N * N));
  return 0;
}
