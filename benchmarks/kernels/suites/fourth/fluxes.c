// Gas in a tube and a plane: states of cells, fluxes at faces, updates without waiting, ghost cells, a limit of slopes.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 120
#endif
#define V 4
#define L (N + 4)
__attribute__((noinline)) void fluxes(double *restrict q, double *restrict s, double *restrict f, int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel
    {
#pragma omp for nowait
      for (int j = 0; j < L; j++)
        for (int v = 0; v < V; v++)
          q[j * V + v] = q[(2 * L + j) * V + v];
#pragma omp for
      for (int j = 0; j < L; j++)
        for (int v = 0; v < V; v++)
          q[((L - 1) * L + j) * V + v] = q[((L - 3) * L + j) * V + v];
#pragma omp for schedule(static, 3)
      for (int i = 1; i < L - 1; i++)
        for (int j = 1; j < L - 1; j++)
          for (int v = 0; v < V; v++)
            s[(i * L + j) * V + v] = 0.5 * (q[(i * L + j + 1) * V + v] - q[(i * L + j - 1) * V + v]);
#pragma omp for schedule(static, 3)
      for (int i = 2; i < L - 2; i++)
        for (int j = 2; j < L - 1; j++) {
          for (int v = 0; v < V; v++)
            f[(i * L + j) * V + v] = q[(i * L + j - 1) * V + v] + 0.5 * s[(i * L + j - 1) * V + v] +
                                     q[(i * L + j) * V + v] - 0.5 * s[(i * L + j) * V + v];
          f[(i * L + j) * V] += q[(i * L + j) * V + 1] * q[(i * L + j) * V + 3];
        }
#pragma omp for
      for (int i = 2; i < L - 2; i++)
        for (int j = 2; j < L - 2; j++)
          for (int v = 0; v < V; v++)
            q[(i * L + j) * V + v] -= 0.1 * (f[(i * L + j + 1) * V + v] - f[(i * L + j) * V + v]);
    }
  }
}

int main(void) {
  double *q = malloc(L * L * V * 8), *s = malloc(L * L * V * 8), *f = malloc(L * L * V * 8);
  for (int i = 0; i < L * L * V; i++)
    q[i] = s[i] = f[i] = 1 + i % 3;
  fluxes(q, s, f, 2);
  printf("%g\n", q[3 * L]);
}
