// Multigrid: residual, restriction, smoothing and prolongation between two grids of three dimensions.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 34
#endif
#define M ((N - 2) / 2 + 2)
__attribute__((noinline)) void resid(int n, double u[n][n][n], double v[n][n][n], double r[n][n][n]) {
#pragma omp parallel for
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++) {
      double u1[N], u2[N];
      for (int i = 0; i < n; i++) {
        u1[i] = u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i];
        u2[i] = u[k - 1][j - 1][i] + u[k - 1][j + 1][i] + u[k + 1][j - 1][i] + u[k + 1][j + 1][i];
      }
      for (int i = 1; i < n - 1; i++)
        r[k][j][i] =
            v[k][j][i] - 0.8 * u[k][j][i] - 0.2 * (u2[i] + u1[i - 1] + u1[i + 1]) - 0.1 * (u2[i - 1] + u2[i + 1]);
    }
}
__attribute__((noinline)) void restrict_(int n, double r[n][n][n], int m, double s[m][m][m]) {
#pragma omp parallel for
  for (int k = 1; k < m - 1; k++)
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < m - 1; i++)
        s[k][j][i] = 0.5 * r[2 * k][2 * j][2 * i] +
                     0.25 * (r[2 * k][2 * j][2 * i - 1] + r[2 * k][2 * j][2 * i + 1] + r[2 * k - 1][2 * j][2 * i] +
                             r[2 * k + 1][2 * j][2 * i] + r[2 * k][2 * j - 1][2 * i]);
}
__attribute__((noinline)) void prolong(int m, double z[m][m][m], int n, double u[n][n][n]) {
#pragma omp parallel for
  for (int k = 0; k < m - 1; k++)
    for (int j = 0; j < m - 1; j++) {
      for (int i = 0; i < m - 1; i++) {
        u[2 * k][2 * j][2 * i] += z[k][j][i];
        u[2 * k][2 * j][2 * i + 1] += 0.5 * (z[k][j][i + 1] + z[k][j][i]);
      }
      for (int i = 0; i < m - 1; i++) {
        u[2 * k][2 * j + 1][2 * i] += 0.5 * (z[k][j + 1][i] + z[k][j][i]);
        u[2 * k + 1][2 * j][2 * i] += 0.5 * (z[k + 1][j][i] + z[k][j][i]);
      }
    }
}
__attribute__((noinline)) void cycle(int n, int m, double u[n][n][n], double v[n][n][n], double r[n][n][n],
                                     double s[m][m][m]) {
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          r[k][j][i] = v[k][j][i] - 0.8 * u[k][j][i] -
                       0.1 * (u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] +
                              u[k + 1][j][i]);
#pragma omp parallel for
    for (int k = 1; k < m - 1; k++)
      for (int j = 1; j < m - 1; j++)
        for (int i = 1; i < m - 1; i++)
          s[k][j][i] = 0.5 * r[2 * k][2 * j][2 * i] + 0.25 * (r[2 * k][2 * j][2 * i - 1] + r[2 * k - 1][2 * j][2 * i]);
#pragma omp parallel for
    for (int k = 1; k < m - 1; k++)
      for (int j = 1; j < m - 1; j++)
        for (int i = 1; i < m - 1; i++)
          u[2 * k][2 * j][2 * i] += s[k][j][i];
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        u[0][j][i] = u[n - 2][j][i];
        u[n - 1][j][i] = u[1][j][i];
      }
#pragma omp parallel for
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) {
        u[k][j][0] = u[k][j][n - 2];
        u[k][j][n - 1] = u[k][j][1];
      }
  }
}
int main(void) {
  double *u = calloc(N * N * N, 8), *v = calloc(N * N * N, 8), *r = calloc(N * N * N, 8), *s = calloc(M * M * M, 8);
  resid(N, (void *)u, (void *)v, (void *)r);
  restrict_(N, (void *)r, M, (void *)s);
  prolong(M, (void *)s, N, (void *)u);
  cycle(N, M, (void *)u, (void *)v, (void *)r, (void *)s);
  printf("%g\n", u[7]);
}
