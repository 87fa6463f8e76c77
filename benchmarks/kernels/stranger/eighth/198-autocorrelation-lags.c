#include <stdio.h>
#include <stdlib.h>

#define N 10000

static void autocorr(const float *x, double *r) {
#pragma omp parallel for
  for (int lag = 0; lag < N; lag++) {
    double s = 0;
    for (int i = 0; i + lag < N; i++)
      s += x[i] * x[i + lag];
    r[lag] = s / N;
  }
}

int main(void) {
  float *x = malloc(N * sizeof *x);
  double *r = malloc(N * sizeof *r);
  if (!x || !r)
    return 1;
  for (int i = 0; i < N; i++)
    x[i] = (float)((i % 50) - 25) * 0.04f + (float)((i * 7919) % 100) * 0.01f;
  autocorr(x, r);
  printf("%.6f %.6f %.6f\n", r[0], r[50], r[N / 2]);
  free(x);
  free(r);
  return 0;
}
