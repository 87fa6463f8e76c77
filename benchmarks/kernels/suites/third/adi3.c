// Alternating directions in three dimensions: right side, then lines along x, y and z, forward and back.
#include <stdio.h>
#ifndef N
#define N 36
#endif
static double u[N][N][N], rhs[N][N][N], cp[N][N][N];
static double aa = -0.5, bb = 2.25;

__attribute__((noinline)) void adi3(int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          for (int k = 1; k < N - 1; k++)
            rhs[i][j][k] = u[i][j][k] + 0.1 * (u[i - 1][j][k] + u[i + 1][j][k] + u[i][j - 1][k] + u[i][j + 1][k] +
                                               u[i][j][k - 1] + u[i][j][k + 1]);
#pragma omp for
      for (int j = 1; j < N - 1; j++) {
        for (int i = 1; i < N - 1; i++)
          for (int k = 1; k < N - 1; k++) {
            cp[i][j][k] = aa / (bb - aa * cp[i - 1][j][k]);
            rhs[i][j][k] = (rhs[i][j][k] - aa * rhs[i - 1][j][k]) * cp[i][j][k];
          }
        for (int i = N - 3; i > 0; i--)
          for (int k = 1; k < N - 1; k++)
            rhs[i][j][k] -= cp[i][j][k] * rhs[i + 1][j][k];
      }
#pragma omp for
      for (int i = 1; i < N - 1; i++) {
        for (int j = 1; j < N - 1; j++)
          for (int k = 1; k < N - 1; k++) {
            cp[i][j][k] = aa / (bb - aa * cp[i][j - 1][k]);
            rhs[i][j][k] = (rhs[i][j][k] - aa * rhs[i][j - 1][k]) * cp[i][j][k];
          }
        for (int j = N - 3; j > 0; j--)
          for (int k = 1; k < N - 1; k++)
            rhs[i][j][k] -= cp[i][j][k] * rhs[i][j + 1][k];
      }
#pragma omp for
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++) {
          for (int k = 1; k < N - 1; k++) {
            cp[i][j][k] = aa / (bb - aa * cp[i][j][k - 1]);
            rhs[i][j][k] = (rhs[i][j][k] - aa * rhs[i][j][k - 1]) * cp[i][j][k];
          }
          for (int k = N - 3; k > 0; k--)
            rhs[i][j][k] -= cp[i][j][k] * rhs[i][j][k + 1];
        }
#pragma omp for
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          for (int k = 1; k < N - 1; k++)
            u[i][j][k] += rhs[i][j][k];
    }
  }
}

int main(void) {
  adi3(2);
  printf("%g\n", u[N / 2][N / 2][N / 2]);
}
