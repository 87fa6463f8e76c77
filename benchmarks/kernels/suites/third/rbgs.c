// Red and black points in three dimensions, and the residual after each sweep.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 48
#endif
__attribute__((noinline)) void rbgs(int n, double (*restrict u)[n][n], double (*restrict f)[n][n],
                                    double (*restrict r)[n][n], int sweeps) {
  for (int s = 0; s < sweeps; s++) {
    for (int color = 0; color < 2; color++) {
#pragma omp parallel for schedule(static)
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
          for (int k = 1 + (i + j + color) % 2; k < n - 1; k += 2)
            u[i][j][k] = (f[i][j][k] + u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                          u[i][j][k - 1] + u[i][j][k + 1]) /
                         6;
    }
#pragma omp parallel for schedule(static)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        for (int k = 1; k < n - 1; k++)
          r[i][j][k] = f[i][j][k] - 6 * u[i][j][k] + u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                       u[i][j][k - 1] + u[i][j][k + 1];
  }
}

int main(void) {
  size_t size = (size_t)N * N * N * sizeof(double);
  void *u = calloc(1, size), *f = calloc(1, size), *r = calloc(1, size);
  rbgs(N, u, f, r, 2);
  printf("%g\n", ((double *)r)[N * N + N + 1]);
}
