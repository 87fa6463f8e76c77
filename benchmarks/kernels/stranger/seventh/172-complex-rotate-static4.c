#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

#define N 300000

static void rotate(double complex *z, double complex ph) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < N; i++)
    z[i] *= ph;
}

int main(void) {
  double complex *z = aligned_alloc(64, N * sizeof *z);
  if (!z)
    return 1;
  for (int i = 0; i < N; i++)
    z[i] = (i % 5) + (i % 7) * I;
  for (int k = 0; k < 20; k++)
    rotate(z, 0.8 + 0.6 * I);
  double complex s = 0;
  for (int i = 0; i < N; i++)
    s += z[i];
  printf("%.4f %.4f\n", creal(s), cimag(s));
  free(z);
  return 0;
}
