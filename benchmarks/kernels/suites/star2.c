// A star of radius two, and the input that grows by one after each sweep.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 200
#endif
__attribute__((noinline)) void star2(int n, double *restrict in, double *restrict out, const double w[5][5]) {
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 2; i < n - 2; i++)
      for (int j = 2; j < n - 2; j++) {
        double s = out[i * n + j];
        for (int d = -2; d <= 2; d++)
          s += w[2][d + 2] * in[i * n + j + d];
        for (int d = -2; d <= 2; d++)
          s += w[d + 2][2] * in[(i + d) * n + j];
        out[i * n + j] = s;
      }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        in[i * n + j] += 1.0;
  }
}
__attribute__((noinline)) void tiled2(int n, int tile, float *restrict in, float *restrict out) {
#pragma omp parallel for collapse(2)
  for (int it = 2; it < n - 2; it += tile)
    for (int jt = 2; jt < n - 2; jt += tile)
      for (int i = it; i < (n - 2 < it + tile ? n - 2 : it + tile); i++)
        for (int j = jt; j < (n - 2 < jt + tile ? n - 2 : jt + tile); j++)
          out[i * n + j] +=
              0.25f * (in[i * n + j - 2] + in[i * n + j + 2] + in[(i - 2) * n + j] + in[(i + 2) * n + j]) +
              0.5f * (in[i * n + j - 1] + in[i * n + j + 1] + in[(i - 1) * n + j] + in[(i + 1) * n + j]);
}
int main(void) {
  double *a = calloc(N * N, 8), *b = calloc(N * N, 8);
  float *c = calloc(N * N, 4), *d = calloc(N * N, 4);
  static double w[5][5];
  star2(N, a, b, w);
  tiled2(N, 32, c, d);
  printf("%g %g\n", b[3 * N + 3], d[5]);
}
