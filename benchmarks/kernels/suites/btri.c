// Block tridiagonal systems along the third direction, with work arrays of each thread.
#include <stdio.h>
#ifndef N
#define N 20
#endif
static double u[N][N][N][5], rhs[N][N][N][5], q[N][N][N];
__attribute__((noinline)) void btri(void) {
#pragma omp parallel
  {
    double fjac[N][5][5], lhs[N][3][5][5];
#pragma omp for
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        for (int k = 0; k < N; k++)
          for (int m = 0; m < 5; m++)
            for (int l = 0; l < 5; l++)
              fjac[k][m][l] = u[k][j][i][l] * q[k][j][i];
        for (int k = 1; k < N - 1; k++)
          for (int m = 0; m < 5; m++)
            for (int l = 0; l < 5; l++) {
              lhs[k][0][m][l] = -fjac[k - 1][m][l];
              lhs[k][1][m][l] = 1.0 + fjac[k][m][l];
              lhs[k][2][m][l] = fjac[k + 1][m][l];
            }
        for (int k = 1; k < N - 1; k++) {
          for (int m = 0; m < 5; m++)
            for (int l = 0; l < 5; l++)
              rhs[k][j][i][m] -= lhs[k][0][m][l] * rhs[k - 1][j][i][l];
          for (int m = 0; m < 5; m++)
            for (int l = 0; l < 5; l++)
              rhs[k][j][i][m] += lhs[k][1][m][l] * 0.01;
        }
        for (int k = N - 2; k >= 0; k--)
          for (int m = 0; m < 5; m++)
            for (int l = 0; l < 5; l++)
              rhs[k][j][i][m] -= lhs[k][2][m][l] * rhs[k + 1][j][i][l];
      }
#pragma omp for
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          for (int m = 0; m < 5; m++)
            u[k][j][i][m] += rhs[k][j][i][m];
  }
}
int main(void) {
  btri();
  printf("%g\n", u[1][2][3][4]);
}
