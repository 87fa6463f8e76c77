/* Two independent loops in one region joined by nowait, then a third which needs only the first (same static split). */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1500000, REPS = 20 };

static double a[N], b[N], c[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i % 9;
    b[i] = i % 5;
    c[i] = 0;
  }

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        a[i] = 0.5 * a[i] + 1.0;
#pragma omp for schedule(static) nowait
      for (int i = 0; i < N; i++)
        b[i] = b[i] * 0.25 + 2.0;
#pragma omp for schedule(static)
      for (int i = 0; i < N; i++)
        c[i] += a[i] * a[i];
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += c[i] - b[i];
  printf("%.6f\n", s);
  return 0;
}
