/* Linear shallow water on a periodic C grid, several loops in one region. */
#include <stdio.h>
#include <stdlib.h>

#define NX 300
#define NY 200
#define STEPS 20

static double u[NY + 2][NX + 2], v[NY + 2][NX + 2], h[NY + 2][NX + 2];

int main(void) {
  const double g = 9.81, H = 100.0, dt = 0.5, dx = 1000.0;

  for (int j = 0; j < NY + 2; j++)
    for (int i = 0; i < NX + 2; i++)
      h[j][i] = (i - 150) * (i - 150) + (j - 100) * (j - 100) < 400 ? 1.0 : 0.0;

#pragma omp parallel
  for (int t = 0; t < STEPS; t++) {
#pragma omp for
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++) {
        u[j][i] -= g * dt / dx * (h[j][i] - h[j][i - 1]);
        v[j][i] -= g * dt / dx * (h[j][i] - h[j - 1][i]);
      }
#pragma omp for nowait
    for (int i = 1; i <= NX; i++) {
      u[0][i] = u[NY][i];
      v[NY + 1][i] = v[1][i];
    }
#pragma omp for
    for (int j = 1; j <= NY; j++) {
      u[j][NX + 1] = u[j][1];
    }
#pragma omp for
    for (int j = 1; j <= NY; j++)
      for (int i = 1; i <= NX; i++)
        h[j][i] -= H * dt / dx * (u[j][i + 1] - u[j][i] + v[j + 1][i] - v[j][i]);
#pragma omp for
    for (int i = 1; i <= NX; i++)
      h[0][i] = h[NY][i];
#pragma omp for
    for (int j = 1; j <= NY; j++)
      h[j][0] = h[j][NX];
  }

  double s = 0.0;
  for (int j = 1; j <= NY; j++)
    for (int i = 1; i <= NX; i++)
      s += h[j][i] * h[j][i];
  printf("energy %.10e\n", s);
  return 0;
}
