// Steady heat in a plate: five and nine points there and back, the largest change, an edge that is kept warm.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 180
#endif
__attribute__((noinline)) double jacobi(double *restrict u, double *restrict v, int steps) {
  double most = 0;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        v[i * N + j] = 0.25 * (u[(i - 1) * N + j] + u[(i + 1) * N + j] + u[i * N + j - 1] + u[i * N + j + 1]);
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        u[i * N + j] = 0.5 * v[i * N + j] +
                       0.0625 * (v[(i - 1) * N + j - 1] + v[(i - 1) * N + j + 1] + v[(i + 1) * N + j - 1] +
                                 v[(i + 1) * N + j + 1]) +
                       0.0625 * (v[(i - 1) * N + j] + v[(i + 1) * N + j]);
#pragma omp parallel for
    for (int j = 0; j < N; j++)
      u[j] = 1;
  }
#pragma omp parallel for reduction(max : most)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      most = fmax(most, fabs(u[i * N + j] - v[i * N + j]));
  return most;
}

int main(void) {
  double *u = calloc(N * N, sizeof *u), *v = calloc(N * N, sizeof *v);
  printf("%g\n", jacobi(u, v, 3));
  free(u);
  free(v);
}
