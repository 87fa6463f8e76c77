/* c += a b with the loops in the order i, k, j: rows of b and c are streams. */
#include "../kernel.h"

#ifndef N
#define N 400
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], c[N][N];

void gemm_ikj(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(&b[0][0], (size_t)N * N, 2);
  double start = kernel_seconds();
  gemm_ikj();
  kernel_report("gemm_ikj", kernel_seconds() - start, kernel_sum(&c[0][0], (size_t)N * N));
  return 0;
}
