/* A Toeplitz system by Levinson's recursion: each step needs a dot product and an update of the vector so far, both
 * longer from step to step; loops of a region in turn. */
#include "../kernel.h"

#ifndef N
#define N 1500
#endif

static _Alignas(KERNEL_LINE_BYTES) double r[N], y[N], z[N];

void durbin(void) {
  double alpha = -r[0], beta = 1;
  y[0] = -r[0];
  for (int k = 1; k < N; k++) {
    double sum = 0;
    beta *= 1 - alpha * alpha;
#pragma omp parallel for schedule(SCHEDULE) reduction(+ : sum)
    for (int i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
    alpha = -(r[k] + sum) / beta;
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < k; i++)
      z[i] = y[i] + alpha * y[k - i - 1];
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < k; i++)
      y[i] = z[i];
    y[k] = alpha;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    r[i] = 0.5 / (i + 2.0);
  double start = kernel_seconds();
  durbin();
  kernel_report("durbin", kernel_seconds() - start, kernel_sum(y, N));
  return 0;
}
