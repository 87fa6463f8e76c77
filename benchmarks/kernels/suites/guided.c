// Uneven loops that run again and again: a triangle of rows, and a triangular product.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 140
#endif
__attribute__((noinline)) void tri(int n, double *restrict a, double *restrict x, double *restrict y, int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (int j = 0; j <= i; j++)
        s += a[i * n + j] * x[j];
      y[i] = s;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = y[i] * 0.5;
  }
}
__attribute__((noinline)) void trmm(int n, double *restrict a, double *restrict b, double *restrict c) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = i; k < n; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[k * n + i] * b[k * n + j];
}
int main(void) {
  double *a = calloc(N * N, 8), *b = calloc(N * N, 8), *c = calloc(N * N, 8), *x = calloc(N, 8), *y = calloc(N, 8);
  tri(N, a, x, y, 6);
  trmm(N, a, b, c);
  printf("%g %g\n", y[4], c[5]);
}
