// Implicit steps by rows and by columns of a plane, with coefficients that each sweep makes anew.
#include <stdio.h>
#ifndef N
#define N 110
#endif
static double u[N][N], v[N][N], p[N][N], q[N][N];
__attribute__((noinline)) void sweeps(int its) {
  for (int t = 0; t < its; t++) {
#pragma omp parallel
    {
#pragma omp for
      for (int i = 1; i < N - 1; i++) {
        v[0][i] = 1;
        p[i][0] = 0;
        q[i][0] = v[0][i];
        for (int j = 1; j < N - 1; j++) {
          p[i][j] = -0.3 / (0.2 * p[i][j - 1] + 1.6);
          q[i][j] = (u[j][i - 1] + 0.4 * u[j][i] + u[j][i + 1] - q[i][j - 1]) * p[i][j];
        }
        v[N - 1][i] = 1;
        for (int j = N - 2; j >= 1; j--)
          v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
      }
#pragma omp for
      for (int i = 1; i < N - 1; i++) {
        u[i][0] = 1;
        p[i][0] = 0;
        q[i][0] = u[i][0];
        for (int j = 1; j < N - 1; j++) {
          p[i][j] = -0.3 / (0.2 * p[i][j - 1] + 1.6);
          q[i][j] = (v[i - 1][j] + 0.4 * v[i][j] + v[i + 1][j] - q[i][j - 1]) * p[i][j];
        }
        u[i][N - 1] = 1;
        for (int j = N - 2; j >= 1; j--)
          u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
      }
    }
  }
}
int main(void) {
  sweeps(3);
  printf("%g\n", u[2][3]);
}
