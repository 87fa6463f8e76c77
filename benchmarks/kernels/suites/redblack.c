// Red and black points in turn, and a residual.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 150
#endif
__attribute__((noinline)) void redblack(int n, double *restrict u, const double *restrict f, int steps) {
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
          u[i * n + j] =
              0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1] - f[i * n + j]);
    }
}
int main(void) {
  double *u = calloc(N * N, 8), *f = calloc(N * N, 8);
  redblack(N, u, f, 3);
  printf("%g\n", u[N + 3]);
}
