/* Lattice phases: interleaved re/im updated by two loops in one region. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define V 50000

static double complex psi[V], tmp[V];

int main(void) {
  for (int i = 0; i < V; i++)
    psi[i] = cos(0.01 * i) + I * sin(0.02 * i);

#pragma omp parallel
  for (int t = 0; t < 20; t++) {
#pragma omp for schedule(static, 5)
    for (int i = 0; i < V; i++) {
      int l = i ? i - 1 : V - 1, r = i + 1 < V ? i + 1 : 0;
      tmp[i] = psi[i] + 0.05 * I * (psi[l] - 2.0 * psi[i] + psi[r]);
    }
#pragma omp for schedule(static, 5)
    for (int i = 0; i < V; i++)
      psi[i] = 0.999 * tmp[i];
  }

  double s = 0.0;
  for (int i = 0; i < V; i++)
    s += creal(psi[i]) * creal(psi[i]) + cimag(psi[i]) * cimag(psi[i]);
  printf("norm %.10f\n", s);
  return 0;
}
