// A V of three grids: smoothing, residual, restriction, and back; arrays of all grids from one block.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 258
#endif
__attribute__((noinline)) void mgv(double *u, double *f, double *r, int cycles) {
  const int n0 = N, n1 = (N - 2) / 2 + 2, o1 = N * N;
  for (int c = 0; c < cycles; c++) {
#pragma omp parallel
    {
      for (int s = 0; s < 2; s++) {
#pragma omp for
        for (int i = 1; i < n0 - 1; i++)
          for (int j = 1; j < n0 - 1; j++)
            r[i * n0 + j] = f[i * n0 + j] - 4 * u[i * n0 + j] + u[(i - 1) * n0 + j] + u[(i + 1) * n0 + j] +
                            u[i * n0 + j - 1] + u[i * n0 + j + 1];
#pragma omp for
        for (int i = 1; i < n0 - 1; i++)
          for (int j = 1; j < n0 - 1; j++)
            u[i * n0 + j] += 0.2 * r[i * n0 + j];
      }
#pragma omp for
      for (int i = 1; i < n1 - 1; i++)
        for (int j = 1; j < n1 - 1; j++) {
          f[o1 + i * n1 + j] = 0.25 * (r[(2 * i - 1) * n0 + 2 * j - 1] + r[(2 * i - 1) * n0 + 2 * j] +
                                       r[2 * i * n0 + 2 * j - 1] + r[2 * i * n0 + 2 * j]);
          u[o1 + i * n1 + j] = 0;
        }
      for (int s = 0; s < 3; s++) {
#pragma omp for
        for (int i = 1; i < n1 - 1; i++)
          for (int j = 1; j < n1 - 1; j++)
            r[o1 + i * n1 + j] =
                f[o1 + i * n1 + j] - 4 * u[o1 + i * n1 + j] + u[o1 + (i - 1) * n1 + j] + u[o1 + (i + 1) * n1 + j];
#pragma omp for
        for (int i = 1; i < n1 - 1; i++)
          for (int j = 1; j < n1 - 1; j++)
            u[o1 + i * n1 + j] += 0.2 * r[o1 + i * n1 + j];
      }
#pragma omp for
      for (int i = 1; i < n1 - 1; i++)
        for (int j = 1; j < n1 - 1; j++) {
          u[(2 * i - 1) * n0 + 2 * j - 1] += u[o1 + i * n1 + j];
          u[(2 * i - 1) * n0 + 2 * j] += u[o1 + i * n1 + j];
          u[2 * i * n0 + 2 * j - 1] += u[o1 + i * n1 + j];
          u[2 * i * n0 + 2 * j] += u[o1 + i * n1 + j];
        }
    }
  }
}
int main(void) {
  double *u = calloc(2 * N * N, 8), *f = calloc(2 * N * N, 8), *r = calloc(2 * N * N, 8);
  mgv(u, f, r, 2);
  printf("%g\n", u[N + 1]);
}
