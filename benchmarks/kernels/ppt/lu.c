/* A = L U without pivoting: one column after the other is eliminated from the rows below, which are shared out. */
#include "../kernel.h"

#ifndef N
#define N 300
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N];

void lu(void) {
  for (int k = 0; k < N - 1; k++) {
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = k + 1; i < N; i++) {
      a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
    }
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  for (int i = 0; i < N; i++)
    a[i][i] += 8 * N;
  double start = kernel_seconds();
  lu();
  kernel_report("lu", kernel_seconds() - start, kernel_sum(&a[0][0], (size_t)N * N));
  return 0;
}
