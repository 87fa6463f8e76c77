/* y = 2 a x + 3 b x: two matrices are read once, side by side. */
#include "../kernel.h"

#ifndef N
#define N 1500
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], x[N], y[N];

void gesummv(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    double of_a = 0, of_b = 0;
    for (int j = 0; j < N; j++) {
      of_a += a[i][j] * x[j];
      of_b += b[i][j] * x[j];
    }
    y[i] = 2 * of_a + 3 * of_b;
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(&b[0][0], (size_t)N * N, 2);
  kernel_fill(x, N, 3);
  double start = kernel_seconds();
  gesummv();
  kernel_report("gesummv", kernel_seconds() - start, kernel_sum(y, N));
  return 0;
}
