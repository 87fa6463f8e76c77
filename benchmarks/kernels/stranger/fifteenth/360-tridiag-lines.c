/* Implicit vertical diffusion: one Thomas solve per horizontal column.
   Level is the slowest index, so neighbours in i share lines. */
#include <stdio.h>
#include <stdlib.h>

#define NZ 60
#define NCOL 12000

static double a[NZ][NCOL], cp[NZ][NCOL], d[NZ][NCOL];

int main(void) {
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NCOL; i++) {
      a[k][i] = -0.2 - 0.001 * (k % 7);
      d[k][i] = (double)((k * 5 + i) % 19);
    }

#pragma omp parallel for schedule(static)
  for (int i = 0; i < NCOL; i++) {
    cp[0][i] = a[0][i] / 1.5;
    d[0][i] /= 1.5;
    for (int k = 1; k < NZ; k++) {
      double m = 1.0 / (1.5 - a[k][i] * cp[k - 1][i]);
      cp[k][i] = a[k][i] * m;
      d[k][i] = (d[k][i] - a[k][i] * d[k - 1][i]) * m;
    }
    for (int k = NZ - 2; k >= 0; k--)
      d[k][i] -= cp[k][i] * d[k + 1][i];
  }

  double s = 0.0;
  for (int k = 0; k < NZ; k++)
    for (int i = 0; i < NCOL; i++)
      s += d[k][i] * (k + 1);
  printf("checksum %.9e\n", s);
  return 0;
}
