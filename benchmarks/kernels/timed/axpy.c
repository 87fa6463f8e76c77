/* y += 3 x: the parallel loop is the innermost one, and chunks are stretches of vectors. */
#include "../kernel.h"

#ifndef N
#define N 2000000
#endif

static _Alignas(KERNEL_LINE_BYTES) double x[N], y[N];

void axpy(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    y[i] += 3 * x[i];
}

int main(void) {
  kernel_fill(x, N, 1);
  kernel_fill(y, N, 2);
  double start = kernel_seconds();
  axpy();
  kernel_report("axpy", kernel_seconds() - start, kernel_sum(y, N));
  return 0;
}
