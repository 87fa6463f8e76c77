// Factorisation by elimination, and the triangular solves with many right-hand sides.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 96
#endif
static double a[N][N];
__attribute__((noinline)) void lufact(void) {
  for (int k = 0; k < N; k++) {
#pragma omp parallel for
    for (int j = k + 1; j < N; j++)
      a[k][j] /= a[k][k];
#pragma omp parallel for
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j < N; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}
static double data[N][N], mean[N], cov[N][N];
__attribute__((noinline)) void covar(void) {
#pragma omp parallel
  {
#pragma omp for
    for (int j = 0; j < N; j++) {
      mean[j] = 0;
      for (int i = 0; i < N; i++)
        mean[j] += data[i][j];
      mean[j] /= N;
    }
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        data[i][j] -= mean[j];
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = i; j < N; j++) {
        cov[i][j] = 0;
        for (int k = 0; k < N; k++)
          cov[i][j] += data[k][i] * data[k][j];
        cov[j][i] = cov[i][j];
      }
  }
}
int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i == j) * N + 1;
      data[i][j] = i * j % 7;
    }
  lufact();
  covar();
  printf("%g %g\n", a[3][4], cov[2][3]);
}
