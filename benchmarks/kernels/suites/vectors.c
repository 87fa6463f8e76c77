// Matrix by vector, by rows and by columns, and updates of rank one, in vectors that threads share.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 220
#endif
__attribute__((noinline)) void vectors(int n, double *restrict a, double *restrict u, double *restrict v,
                                       double *restrict x, double *restrict y, double *restrict w) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += u[i] * v[j];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x[i] += a[j * n + i] * y[j];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += v[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      w[i] += a[i * n + j] * x[j];
}
__attribute__((noinline)) void shortest(int n, int *restrict d) {
  for (int k = 0; k < n; k++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        int via = d[i * n + k] + d[k * n + j];
        d[i * n + j] = d[i * n + j] < via ? d[i * n + j] : via;
      }
  }
}
int main(void) {
  double *a = calloc(N * N, 8), *m[5];
  int *d = calloc(N / 2 * (N / 2), 4);
  for (int i = 0; i < 5; i++)
    m[i] = calloc(N, 8);
  vectors(N, a, m[0], m[1], m[2], m[3], m[4]);
  shortest(N / 2, d);
  printf("%g %d\n", m[4][3], d[7]);
}
