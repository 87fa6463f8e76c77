// Shallow water on a torus: fluxes, new fields, periodic copies, time smoothing.
#include <stdio.h>
#ifndef N
#define N 96
#endif
static double u[N + 1][N + 1], v[N + 1][N + 1], p[N + 1][N + 1], unew[N + 1][N + 1], vnew[N + 1][N + 1],
    pnew[N + 1][N + 1], uold[N + 1][N + 1], vold[N + 1][N + 1], pold[N + 1][N + 1], cu[N + 1][N + 1], cv[N + 1][N + 1],
    z[N + 1][N + 1], h[N + 1][N + 1];
__attribute__((noinline)) void shallow(int steps) {
  for (int s = 0; s < steps; s++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        cu[i + 1][j] = 0.5 * (p[i + 1][j] + p[i][j]) * u[i + 1][j];
        cv[i][j + 1] = 0.5 * (p[i][j + 1] + p[i][j]) * v[i][j + 1];
        z[i + 1][j + 1] = (v[i + 1][j + 1] - v[i][j + 1] - u[i + 1][j + 1] + u[i + 1][j]) /
                          (p[i][j] + p[i + 1][j] + p[i + 1][j + 1] + p[i][j + 1]);
        h[i][j] = p[i][j] + 0.25 * (u[i + 1][j] * u[i + 1][j] + u[i][j] * u[i][j] + v[i][j + 1] * v[i][j + 1] +
                                    v[i][j] * v[i][j]);
      }
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
      cu[0][j] = cu[N][j];
      cv[N][j + 1] = cv[0][j + 1];
      z[0][j + 1] = z[N][j + 1];
      h[N][j] = h[0][j];
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      cu[i + 1][N] = cu[i + 1][0];
      cv[i][0] = cv[i][N];
      z[i + 1][0] = z[i + 1][N];
      h[i][N] = h[i][0];
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        unew[i + 1][j] =
            uold[i + 1][j] +
            0.1 * (z[i + 1][j + 1] + z[i + 1][j]) * (cv[i + 1][j + 1] + cv[i][j + 1] + cv[i][j] + cv[i + 1][j]) -
            (h[i + 1][j] - h[i][j]);
        vnew[i][j + 1] =
            vold[i][j + 1] -
            0.1 * (z[i + 1][j + 1] + z[i][j + 1]) * (cu[i + 1][j + 1] + cu[i][j + 1] + cu[i][j] + cu[i + 1][j]) -
            (h[i][j + 1] - h[i][j]);
        pnew[i][j] = pold[i][j] - (cu[i + 1][j] - cu[i][j]) - (cv[i][j + 1] - cv[i][j]);
      }
#pragma omp parallel for
    for (int i = 0; i <= N; i++)
      for (int j = 0; j <= N; j++) {
        uold[i][j] = u[i][j] + 0.001 * (unew[i][j] - 2 * u[i][j] + uold[i][j]);
        vold[i][j] = v[i][j] + 0.001 * (vnew[i][j] - 2 * v[i][j] + vold[i][j]);
        pold[i][j] = p[i][j] + 0.001 * (pnew[i][j] - 2 * p[i][j] + pold[i][j]);
        u[i][j] = unew[i][j];
        v[i][j] = vnew[i][j];
        p[i][j] = pnew[i][j];
      }
  }
}
int main(void) {
  for (int i = 0; i <= N; i++)
    for (int j = 0; j <= N; j++)
      p[i][j] = 50000 + i;
  shallow(3);
  printf("%g\n", p[3][4]);
}
