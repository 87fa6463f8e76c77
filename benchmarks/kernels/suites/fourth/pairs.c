// Triangles, dealt out guided: all pairs of bodies, a packed symmetric product, ranks one by one, distances of rows.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 260
#endif
static double pos[N][3], acc[N][3], packed[N][N], x[N], y[N];
__attribute__((noinline)) void pairs(void) {
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < N; i++)
      for (int j = i + 1; j < N; j++) {
        double dx = pos[j][0] - pos[i][0], dy = pos[j][1] - pos[i][1], dz = pos[j][2] - pos[i][2];
        double s = 1 / (dx * dx + dy * dy + dz * dz + 1);
        acc[i][0] += s * dx;
        acc[i][1] += s * dy;
        acc[i][2] += s * dz;
      }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int d = 0; d < 3; d++)
        pos[i][d] += 0.1 * acc[i][d];
  }
}

__attribute__((noinline)) void symmetric(int reps) {
  for (int t = 0; t < reps; t++) {
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < N; i++)
      for (int j = 0; j <= i; j++)
        packed[i][j] += x[i] * y[j];
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < N; i++)
      for (int j = 0; j <= i; j++)
        y[i] += packed[i][j] * x[j];
  }
}

__attribute__((noinline)) void distances(const float *restrict points, float *restrict d, int n, int dims) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      for (int k = 0; k < dims; k++)
        d[i * n + j] += (points[i * dims + k] - points[j * dims + k]) * (points[i * dims + k] - points[j * dims + k]);
}

int main(void) {
  float *points = calloc(N * 8, sizeof *points), *d = calloc(N * N, sizeof *d);
  for (int i = 0; i < N; i++)
    x[i] = y[i] = pos[i][i % 3] = i % 9;
  pairs();
  symmetric(3);
  distances(points, d, N, 8);
  printf("%g %g %g\n", acc[1][1], packed[2][1], d[1]);
}
