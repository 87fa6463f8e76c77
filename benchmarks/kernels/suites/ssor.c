// Relaxation by planes: lower and upper sweeps over five components, blocks of coefficients made for each plane.
#include <stdio.h>
#ifndef N
#define N 18
#endif
static double u[N][N + 1][N + 1][5], v[N][N + 1][N + 1][5], a[N][N][5][5], b[N][N][5][5], d[N][N][5][5];
__attribute__((noinline)) void ssor(void) {
  for (int t = 0; t < 2; t++) {
#pragma omp parallel
    {
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              v[k][j][i][m] = 0.1 * v[k][j][i][m];
      for (int k = 1; k < N - 1; k++) {
#pragma omp for
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              for (int l = 0; l < 5; l++) {
                a[j][i][m][l] = u[k - 1][j][i][l] * 0.5 + m;
                b[j][i][m][l] = u[k][j - 1][i][l] * 0.5 + m;
                d[j][i][m][l] = u[k][j][i][l] * 0.5 + m;
              }
#pragma omp for
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++) {
            for (int m = 0; m < 5; m++)
              for (int l = 0; l < 5; l++)
                v[k][j][i][m] -= a[j][i][m][l] * v[k - 1][j][i][l];
            for (int m = 0; m < 5; m++)
              for (int l = 0; l < 5; l++)
                v[k][j][i][m] -= d[j][i][m][l] * v[k][j][i - 1][l];
          }
      }
      for (int k = N - 2; k >= 1; k--) {
#pragma omp for
        for (int j = N - 2; j >= 1; j--)
          for (int i = N - 2; i >= 1; i--)
            for (int m = 0; m < 5; m++)
              for (int l = 0; l < 5; l++)
                v[k][j][i][m] -= b[j][i][m][l] * v[k + 1][j][i][l] + d[j][i][m][l] * v[k][j][i + 1][l];
      }
#pragma omp for
      for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
          for (int i = 1; i < N - 1; i++)
            for (int m = 0; m < 5; m++)
              u[k][j][i][m] += v[k][j][i][m];
    }
  }
}
int main(void) {
  ssor();
  printf("%g\n", u[1][2][3][4]);
}
