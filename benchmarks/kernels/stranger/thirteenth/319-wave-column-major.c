/* Wave on a membrane stored column-major, but looped over as if row-major. */
#include <stdio.h>
#include <stdlib.h>

#define NX 700
#define NY 700
#define AT(a, i, j) ((a)[(j) * NX + (i)])

int main(void) {
  double *u0 = calloc(NX * NY, sizeof(double));
  double *u1 = calloc(NX * NY, sizeof(double));
  double *u2 = calloc(NX * NY, sizeof(double));
  AT(u1, NX / 2, NY / 2) = 1.0;
  for (int t = 0; t < 8; t++) {
#pragma omp parallel for
    for (int i = 1; i < NX - 1; i++)
      for (int j = 1; j < NY - 1; j++)
        AT(u2, i, j) =
            2.0 * AT(u1, i, j) - AT(u0, i, j) +
            0.25 * (AT(u1, i + 1, j) + AT(u1, i - 1, j) + AT(u1, i, j + 1) + AT(u1, i, j - 1) - 4.0 * AT(u1, i, j));
    double *s = u0;
    u0 = u1;
    u1 = u2;
    u2 = s;
  }
  double e = 0.0;
  for (int k = 0; k < NX * NY; k++)
    e += u1[k] * u1[k];
  printf("%.12f\n", e);
  free(u0);
  free(u1);
  free(u2);
  return 0;
}
