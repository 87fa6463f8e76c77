// Lagrangian hydrodynamics on a box of hexahedra: corners gathered, forces scattered, fields of elements updated.
#include <stdio.h>
#include <stdlib.h>
#ifndef E
#define E 16
#endif
#define P (E + 1)
#define NE (E * E * E)
#define NN (P * P * P)
__attribute__((noinline)) void hexa(double *x, double *xd, double *fx, double *fe, double *sig, double *vol,
                                    double *vnew, double *e, double *p, double *q, double *mass, int steps) {
  for (int s = 0; s < steps; s++) {
#pragma omp parallel for
    for (int i = 0; i < NE; i++)
      sig[i] = -p[i] - q[i];
#pragma omp parallel for
    for (int k = 0; k < E; k++)
      for (int j = 0; j < E; j++)
        for (int i = 0; i < E; i++) {
          double l[8];
          long n = (k * P + j) * P + i, el = (k * E + j) * E + i;
          l[0] = x[n];
          l[1] = x[n + 1];
          l[2] = x[n + P + 1];
          l[3] = x[n + P];
          l[4] = x[n + P * P];
          l[5] = x[n + P * P + 1];
          l[6] = x[n + P * P + P + 1];
          l[7] = x[n + P * P + P];
          for (int c = 0; c < 8; c++)
            fe[el * 8 + c] = -sig[el] * (l[c] - l[(c + 1) % 8]);
          vol[el] = l[6] - l[0];
        }
#pragma omp parallel for
    for (int k = 1; k < P - 1; k++)
      for (int j = 1; j < P - 1; j++)
        for (int i = 1; i < P - 1; i++) {
          long el = (k * E + j) * E + i;
          fx[(k * P + j) * P + i] = fe[el * 8] + fe[(el - 1) * 8 + 1] + fe[(el - E - 1) * 8 + 2] +
                                    fe[(el - E) * 8 + 3] + fe[(el - E * E) * 8 + 4] + fe[(el - E * E - 1) * 8 + 5] +
                                    fe[(el - E * E - E - 1) * 8 + 6] + fe[(el - E * E - E) * 8 + 7];
        }
#pragma omp parallel
    {
#pragma omp for nowait
      for (int i = 0; i < P * P; i++)
        fx[i] = 0;
#pragma omp for nowait
      for (int i = 0; i < P * P; i++)
        fx[i * P] = 0;
    }
#pragma omp parallel for
    for (int i = 0; i < NN; i++)
      xd[i] += 0.01 * fx[i] / mass[i];
#pragma omp parallel for
    for (int i = 0; i < NN; i++)
      x[i] += 0.01 * xd[i];
#pragma omp parallel
    {
#pragma omp for
      for (int i = 0; i < NE; i++)
        vnew[i] = vol[i] * 0.5;
#pragma omp for
      for (int i = 0; i < NE; i++)
        q[i] = vnew[i] - vol[i];
    }
#pragma omp parallel for
    for (int i = 0; i < NE; i++)
      e[i] -= 0.5 * (p[i] + q[i]) * vnew[i];
#pragma omp parallel for
    for (int i = 0; i < NE; i++)
      p[i] = 0.66 * e[i] * vnew[i];
  }
}
int main(void) {
  double *a[11];
  for (int i = 0; i < 11; i++) {
    a[i] = malloc((i == 3 ? 8L * NE : NN) * 8);
    for (long j = 0; j < (i == 3 ? 8L * NE : NN); j++)
      a[i][j] = 1 + j % 3;
  }
  hexa(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], 2);
  printf("%g\n", a[0][7]);
}
