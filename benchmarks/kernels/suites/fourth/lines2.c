// Alternating directions in a plane: right sides, three diagonals along rows, then along columns, as two solvers do.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 150
#endif
__attribute__((noinline)) void lines2(double *restrict u, double *restrict d, double *restrict c, int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          d[i * N + j] = u[i * N + j] + 0.1 * (u[(i - 1) * N + j] - 2 * u[i * N + j] + u[(i + 1) * N + j]);
#pragma omp for
      for (int i = 1; i < N - 1; i++) {
        for (int j = 1; j < N - 1; j++) {
          c[i * N + j] = -0.1 / (1.2 + 0.1 * c[i * N + j - 1]);
          d[i * N + j] = (d[i * N + j] + 0.1 * d[i * N + j - 1]) / (1.2 + 0.1 * c[i * N + j - 1]);
        }
        for (int j = N - 2; j >= 1; j--)
          d[i * N + j] -= c[i * N + j] * d[i * N + j + 1];
      }
#pragma omp for
      for (int j = 1; j < N - 1; j++) {
        for (int i = 1; i < N - 1; i++) {
          c[i * N + j] = -0.1 / (1.2 + 0.1 * c[(i - 1) * N + j]);
          d[i * N + j] = (d[i * N + j] + 0.1 * d[(i - 1) * N + j]) / (1.2 + 0.1 * c[(i - 1) * N + j]);
        }
        for (int i = N - 2; i >= 1; i--)
          d[i * N + j] -= c[i * N + j] * d[(i + 1) * N + j];
      }
#pragma omp for
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          u[i * N + j] = d[i * N + j];
    }
  }
}

int main(void) {
  double *u = calloc(N * N, 8), *d = calloc(N * N, 8), *c = calloc(N * N, 8);
  for (int i = 0; i < N * N; i++)
    u[i] = i % 13;
  lines2(u, d, c, 3);
  printf("%g\n", u[N + 1]);
}
