/* y = A' (A x): a product along rows, and one that adds multiples of rows, each thread to columns of its own. */
#include "../kernel.h"

#ifndef N
#define N 1500
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], x[N], y[N], t[N];

void atax(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++)
      sum += a[i][j] * x[j];
    t[i] = sum;
  }
#pragma omp parallel for schedule(SCHEDULE)
  for (int j = 0; j < N; j++) {
    y[j] = 0;
    for (int i = 0; i < N; i++)
      y[j] += a[i][j] * t[i];
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(x, N, 2);
  double start = kernel_seconds();
  atax();
  kernel_report("atax", kernel_seconds() - start, kernel_sum(y, N));
  return 0;
}
