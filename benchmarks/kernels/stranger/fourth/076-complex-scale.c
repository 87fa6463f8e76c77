/* Multiplies interleaved double complex signals by phase factors, one channel of 1023 samples per iteration. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CH = 500, LEN = 1023, REPS = 12 };

int main(void) {
  double complex(*z)[LEN] = malloc(sizeof(double complex[CH][LEN]));
  double complex *ph = malloc(LEN * sizeof *ph);
  if (!z || !ph)
    return 1;
  for (int c = 0; c < CH; c++)
    for (int i = 0; i < LEN; i++)
      z[c][i] = (c % 8) + (i % 5) * I;
  for (int i = 0; i < LEN; i++)
    ph[i] = cos(0.01 * i) + sin(0.01 * i) * I;

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(dynamic, 5)
    for (int c = 0; c < CH; c++)
      for (int i = 0; i < LEN; i++) {
        double a = creal(z[c][i]), b = cimag(z[c][i]);
        double p = creal(ph[i]), q = cimag(ph[i]);
        z[c][i] = (a * p - b * q) + (a * q + b * p) * I;
      }
  }

  double s = 0;
  for (int c = 0; c < CH; c++)
    for (int i = 0; i < LEN; i++)
      s += creal(z[c][i]) + 0.5 * cimag(z[c][i]);
  printf("%.7f\n", s);
  free(z);
  free(ph);
  return 0;
}
