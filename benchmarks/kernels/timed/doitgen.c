/* Rows of a cube times one matrix that all threads use. */
#include "../kernel.h"

#ifndef N
#define N 80
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N][N], c[N][N], sum[N][N][N];

void doitgen(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int r = 0; r < N; r++)
    for (int q = 0; q < N; q++)
      for (int s = 0; s < N; s++)
        for (int p = 0; p < N; p++)
          sum[r][q][p] += a[r][q][s] * c[s][p];
}

int main(void) {
  kernel_fill(&a[0][0][0], (size_t)N * N * N, 1);
  kernel_fill(&c[0][0], (size_t)N * N, 2);
  double start = kernel_seconds();
  doitgen();
  kernel_report("doitgen", kernel_seconds() - start, kernel_sum(&sum[0][0][0], (size_t)N * N * N));
  return 0;
}
