// Products of matrices: by blocks over a team in two directions, many small ones, a band times a vector, a power.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 96
#endif
#define B 24
__attribute__((noinline)) void blocks(const double *restrict a, const double *restrict b, double *restrict c) {
#pragma omp parallel for collapse(2)
  for (int ii = 0; ii < N; ii += B)
    for (int jj = 0; jj < N; jj += B)
      for (int kk = 0; kk < N; kk += B)
        for (int i = ii; i < ii + B; i++)
          for (int k = kk; k < kk + B; k++)
            for (int j = jj; j < jj + B; j++)
              c[i * N + j] += a[i * N + k] * b[k * N + j];
}

__attribute__((noinline)) void many(const double *restrict a, double *restrict b, int count) {
#pragma omp parallel for
  for (int m = 0; m < count; m++)
    for (int i = 0; i < 6; i++)
      for (int k = 0; k < 6; k++)
        for (int j = 0; j < 6; j++)
          b[m * 36 + i * 6 + j] += a[m * 36 + i * 6 + k] * a[m * 36 + k * 6 + j];
}

__attribute__((noinline)) void band(const double *restrict m, double *restrict x, double *restrict y, int n) {
  for (int t = 0; t < 4; t++) {
#pragma omp parallel for
    for (int i = 5; i < n - 5; i++)
      for (int k = 0; k < 11; k++)
        y[i] += m[i * 11 + k] * x[i + k - 5];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = y[i];
  }
}

int main(void) {
  double *a = calloc(N * N, 8), *b = calloc(N * N, 8), *c = calloc(N * N, 8);
  double *s = calloc(500 * 36, 8), *r = calloc(500 * 36, 8);
  double *m = calloc(3000 * 11, 8), *x = calloc(3000, 8), *y = calloc(3000, 8);
  blocks(a, b, c);
  many(s, r, 500);
  band(m, x, y, 3000);
  printf("%g\n", c[1] + r[1] + y[1]);
}
