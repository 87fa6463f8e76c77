/* Two independent updates without a barrier between them, and a third that needs both. */
#include <stdio.h>

#define N 150000

static double a[N], b[N], c[N];

int main(void) {
  for (int i = 0; i < N; i++)
    a[i] = i * 0.1, b[i] = N - i;
  for (int step = 0; step < 6; step++) {
#pragma omp parallel
    {
#pragma omp for schedule(static, 500) nowait
      for (int i = 0; i < N; i++)
        a[i] = a[i] * 0.99 + 1.0;
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        b[i] = b[i] * 0.98 + 2.0;
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        c[i] += a[i] * b[i];
    }
  }
  printf("%.6f\n", c[N / 3]);
  return 0;
}
