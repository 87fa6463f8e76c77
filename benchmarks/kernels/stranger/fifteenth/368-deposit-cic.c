/* Cloud-in-cell deposition in one dimension, private grid per thread. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NG 512
#define NPART 800000

int main(void) {
  double *pos = malloc(sizeof(double) * NPART);
  unsigned s = 99u;
  for (int i = 0; i < NPART; i++) {
    s = s * 1103515245u + 12345u;
    pos[i] = (s >> 8) / 16777216.0 * (NG - 1);
  }
  double rho[NG + 1];
  memset(rho, 0, sizeof rho);

#pragma omp parallel
  {
    double mine[NG + 1];
    memset(mine, 0, sizeof mine);
#pragma omp for nowait
    for (int i = 0; i < NPART; i++) {
      int c = (int)pos[i];
      double f = pos[i] - c;
      mine[c] += 1.0 - f;
      mine[c + 1] += f;
    }
#pragma omp critical
    for (int c = 0; c <= NG; c++)
      rho[c] += mine[c];
  }

  double chk = 0.0;
  for (int c = 0; c <= NG; c++)
    chk += rho[c] * (c % 4);
  printf("%.6f\n", chk);
  free(pos);
  return 0;
}
