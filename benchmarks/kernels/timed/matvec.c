/* y = a x: rows of a matrix are read once. */
#include "../kernel.h"

#ifndef N
#define N 2000
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], x[N], y[N];

void matvec(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++)
      sum += a[i][j] * x[j];
    y[i] = sum;
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(x, N, 2);
  double start = kernel_seconds();
  matvec();
  kernel_report("matvec", kernel_seconds() - start, kernel_sum(y, N));
  return 0;
}
