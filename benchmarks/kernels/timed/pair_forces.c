/* Forces between all pairs of points: divisions, and hardly a miss. */
#include "../kernel.h"

#ifndef N
#define N 3000
#endif

static _Alignas(KERNEL_LINE_BYTES) double x[N], y[N], force_x[N], force_y[N];

void pair_forces(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    double sum_x = 0, sum_y = 0;
    for (int j = 0; j < N; j++) {
      double dx = x[j] - x[i], dy = y[j] - y[i], strength = 1 / (dx * dx + dy * dy + 1);
      sum_x += strength * dx;
      sum_y += strength * dy;
    }
    force_x[i] = sum_x;
    force_y[i] = sum_y;
  }
}

int main(void) {
  kernel_fill(x, N, 1);
  kernel_fill(y, N, 2);
  double start = kernel_seconds();
  pair_forces();
  kernel_report("pair_forces", kernel_seconds() - start, kernel_sum(force_x, N) + kernel_sum(force_y, N));
  return 0;
}
