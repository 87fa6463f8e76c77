/* x += A y and z += A' w: two products with the same matrix that have nothing else in common. */
#include "../kernel.h"

#ifndef N
#define N 1500
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], x[N], y[N], z[N], w[N];

void mvt(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      x[i] += a[i][j] * y[j];
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      z[i] += a[j][i] * w[j];
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(y, N, 2);
  kernel_fill(w, N, 3);
  double start = kernel_seconds();
  mvt();
  kernel_report("mvt", kernel_seconds() - start, kernel_sum(x, N) + kernel_sum(z, N));
  return 0;
}
