/* 3-D diffusion whose loops run with the contiguous index outermost: parallel over i, k innermost. */
#include <stdio.h>
#include <stdlib.h>

enum { NK = 90, NJ = 102, NI = 110, STEPS = 6 };

static double u[NK][NJ][NI], v[NK][NJ][NI];

static void diffuse(double (*o)[NJ][NI], const double (*c)[NJ][NI]) {
#pragma omp parallel for
  for (int i = 1; i < NI - 1; i++)
    for (int j = 1; j < NJ - 1; j++)
      for (int k = 1; k < NK - 1; k++)
        o[k][j][i] = c[k][j][i] + 0.1 * (c[k + 1][j][i] + c[k - 1][j][i] + c[k][j + 1][i] + c[k][j - 1][i] +
                                         c[k][j][i + 1] + c[k][j][i - 1] - 6 * c[k][j][i]);
}

int main(void) {
  for (int k = 0; k < NK; k++)
    for (int j = 0; j < NJ; j++)
      for (int i = 0; i < NI; i++)
        u[k][j][i] = v[k][j][i] = (k == NK / 2 && j > 20 && i < 60) ? 10.0 : 0.0;

  for (int t = 0; t < STEPS; t++) {
    diffuse(v, (const double(*)[NJ][NI])u);
    diffuse(u, (const double(*)[NJ][NI])v);
  }

  double s = 0;
  for (int k = 0; k < NK; k++)
    for (int j = 0; j < NJ; j++)
      for (int i = 0; i < NI; i++)
        s += u[k][j][i] * (k + 1);
  printf("%.6f\n", s);
  return 0;
}
