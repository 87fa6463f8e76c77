#include <stdio.h>

#define N 500000

static float a[N], b[N], c[N];

static void compute(int t) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      a[i] = (float)((i + t) % 50) * 0.1f;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      b[i] = (float)((i * 3 + t) % 40) * 0.2f;
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      c[i] += a[i] * b[i];
  }
}

int main(void) {
  for (int t = 0; t < 12; t++)
    compute(t);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += c[i];
  printf("%.3f\n", s);
  return 0;
}
