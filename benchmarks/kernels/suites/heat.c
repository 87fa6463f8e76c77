// Heat in three dimensions with two fields that change places, boundaries, and a sum of differences.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 36
#endif
#define AT(k, j, i) (((k) * n + (j)) * n + (i))
__attribute__((noinline)) double heat(int n, float *restrict a, float *restrict b, int its) {
  double e = 0;
  for (int t = 0; t < its; t++) {
#pragma omp parallel for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          b[AT(k, j, i)] = a[AT(k, j, i)] + 0.1f * (a[AT(k, j, i - 1)] + a[AT(k, j, i + 1)] + a[AT(k, j - 1, i)] +
                                                    a[AT(k, j + 1, i)] + a[AT(k - 1, j, i)] + a[AT(k + 1, j, i)]);
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
        b[AT(0, j, i)] = b[AT(1, j, i)];
#pragma omp parallel for
    for (int k = 0; k < n; k++)
      for (int i = 0; i < n; i++)
        b[AT(k, 0, i)] = b[AT(k, 1, i)];
#pragma omp parallel for reduction(+ : e)
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          e += a[AT(k, j, i)] - b[AT(k, j, i)];
#pragma omp parallel for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          a[AT(k, j, i)] = b[AT(k, j, i)];
  }
  return e;
}
int main(void) {
  float *a = calloc(N * N * N, 4), *b = calloc(N * N * N, 4);
  printf("%g\n", heat(N, a, b, 3));
}
