#include <stdio.h>
#include <stdlib.h>

#define N 1000000

static void daxpy(int n, double a, const double *x, double *y) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

int main(void) {
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  if (!x || !y)
    return 1;
  for (int i = 0; i < N; i++) {
    x[i] = i % 17;
    y[i] = 1.0 / (1 + i % 5);
  }
  for (int rep = 0; rep < 6; rep++)
    daxpy(N, 0.5, x, y);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += y[i];
  printf("%.6f\n", s);
  free(x);
  free(y);
  return 0;
}
