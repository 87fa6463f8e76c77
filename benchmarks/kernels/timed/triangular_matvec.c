/* y = l x with l lower triangular: short rows first. */
#include "../kernel.h"

#ifndef N
#define N 2500
#endif

static _Alignas(KERNEL_LINE_BYTES) double l[N][N], x[N], y[N];

void triangular_matvec(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j <= i; j++)
      sum += l[i][j] * x[j];
    y[i] = sum;
  }
}

int main(void) {
  kernel_fill(&l[0][0], (size_t)N * N, 1);
  kernel_fill(x, N, 2);
  double start = kernel_seconds();
  triangular_matvec();
  kernel_report("triangular_matvec", kernel_seconds() - start, kernel_sum(y, N));
  return 0;
}
