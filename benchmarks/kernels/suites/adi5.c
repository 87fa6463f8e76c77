// Alternating directions over five components: right-hand side and three sweeps, as block solvers of fluids do.
#include <stdio.h>
#ifndef N
#define N 24
#endif
#ifndef STEPS
#define STEPS 2
#endif
static double u[N][N + 1][N + 1][5], rhs[N][N + 1][N + 1][5], forcing[N][N + 1][N + 1][5], us[N][N + 1][N + 1],
    qs[N][N + 1][N + 1], rho[N][N + 1][N + 1];
__attribute__((noinline)) void adi5(void) {
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel
    {
#pragma omp for nowait
      for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
          for (int i = 0; i < N; i++) {
            double r = 1.0 / (1.0 + u[k][j][i][0]);
            rho[k][j][i] = r;
            us[k][j][i] = u[k][j][i][1] * r;
            qs[k][j][i] = 0.5 * (u[k][j][i][1] * u[k][j][i][1] + u[k][j][i][2] * u[k][j][i][2]) * r;
          }
#pragma omp for
      for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
          for (int i = 0; i < N; i++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] = forcing[k][j][i][m];
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] += us[k][j][i + 1] * u[k][j][i + 1][m] - 2.0 * u[k][j][i][m] +
                                 us[k][j][i - 1] * u[k][j][i - 1][m] + qs[k][j][i];
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] += u[k][j + 1][i][m] - 2.0 * u[k][j][i][m] + u[k][j - 1][i][m] + rho[k][j][i];
#pragma omp for
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          for (int k = 1; k < N - 1; k++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] += u[k + 1][j][i][m] - 2.0 * u[k][j][i][m] + u[k - 1][j][i][m];
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] -= 0.3 * rhs[k][j][i - 1][m];
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int i = 1; i < N - 1; i++)
          for (int j = 1; j < N - 1; j++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] -= 0.3 * rhs[k][j - 1][i][m];
#pragma omp for
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          for (int k = 1; k < N - 1; k++)
            for (int m = 0; m < 5; m++)
              rhs[k][j][i][m] -= 0.3 * rhs[k - 1][j][i][m];
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              u[k][j][i][m] += rhs[k][j][i][m];
    }
  }
}
int main(void) {
  for (int i = 0; i < N * (N + 1) * (N + 1) * 5; i++)
    (&u[0][0][0][0])[i] = i % 7;
  adi5();
  printf("%g\n", u[1][2][3][4]);
}
