// Two grids in a time loop: a wave of fourth order in time blocks by rows, a sponge at the borders, and a sample of it.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 160
#endif
__attribute__((noinline)) void wavefront(int n, float *u, float *v, float *vel, float *damp, float *trace, int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 2; i < n - 2; i++)
      for (int j = 2; j < n - 2; j++)
        v[i * n + j] =
            2 * u[i * n + j] - v[i * n + j] +
            vel[i * n + j] * (16 * (u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j] + u[(i + 1) * n + j]) -
                              u[i * n + j - 2] - u[i * n + j + 2] - u[(i - 2) * n + j] - u[(i + 2) * n + j]);
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < n; j++)
        v[i * n + j] *= damp[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = n - 16; j < n; j++)
        v[i * n + j] *= damp[n - 1 - j];
#pragma omp parallel for
    for (int r = 0; r < n / 4; r++)
      trace[r * steps + t] = v[(n / 2) * n + 4 * r];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        float s = u[i * n + j];
        u[i * n + j] = v[i * n + j];
        v[i * n + j] = s;
      }
  }
}

int main(void) {
  int steps = 4;
  float *u = calloc(N * N, 4), *v = calloc(N * N, 4), *vel = calloc(N * N, 4), *damp = calloc(N, 4);
  float *trace = calloc(N / 4 * steps, 4);
  u[N * N / 2] = 1;
  wavefront(N, u, v, vel, damp, trace, steps);
  printf("%g\n", trace[3]);
}
