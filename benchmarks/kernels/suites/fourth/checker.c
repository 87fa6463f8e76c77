// Red and black points in a plane, a step to a line of threads, with the residual behind each pair of half sweeps.
#include <stdio.h>
#ifndef N
#define N 220
#endif
static double p[N + 2][N + 2], rhs[N + 2][N + 2], res[N + 2][N + 2];

__attribute__((noinline)) void checker(int sweeps) {
#pragma omp parallel
  for (int t = 0; t < sweeps; t++) {
#pragma omp for
    for (int i = 1; i <= N; i++)
      for (int j = 0; j < N / 2; j++)
        p[i][2 * j + 1] =
            0.25 * (p[i - 1][2 * j + 1] + p[i + 1][2 * j + 1] + p[i][2 * j] + p[i][2 * j + 2] - rhs[i][2 * j + 1]);
#pragma omp for
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N / 2; j++)
        p[i][2 * j] = 0.25 * (p[i - 1][2 * j] + p[i + 1][2 * j] + p[i][2 * j - 1] + p[i][2 * j + 1] - rhs[i][2 * j]);
#pragma omp for
    for (int i = 1; i <= N; i++)
      for (int j = 1; j <= N; j++)
        res[i][j] = rhs[i][j] - (p[i - 1][j] + p[i + 1][j] + p[i][j - 1] + p[i][j + 1] - 4 * p[i][j]);
  }
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++)
      rhs[i][j] = (i * j) % 7;
  checker(3);
  printf("%g\n", res[N / 2][N / 2]);
}
