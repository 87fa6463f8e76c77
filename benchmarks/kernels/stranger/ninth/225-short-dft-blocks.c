/* power spectrum of many 64-sample blocks by direct DFT */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define B 64
static double complex tw[B];

static void spectrum(const float *x, float *p) {
  for (int k = 0; k <= B / 2; k++) {
    double complex s = 0;
    for (int n = 0; n < B; n++)
      s += x[n] * tw[(k * n) & (B - 1)];
    p[k] += (float)(creal(s) * creal(s) + cimag(s) * cimag(s));
  }
}
int main(int argc, char **argv) {
  int blocks = argc > 1 ? atoi(argv[1]) : 6000;
  float *x = malloc(sizeof(float) * B * blocks);
  float total[B / 2 + 1] = {0};
  for (int i = 0; i < B; i++)
    tw[i] = cexp(-2 * 3.14159265358979323846 * I * i / B);
  for (int i = 0; i < B * blocks; i++)
    x[i] = sinf(i * 0.37f) + 0.3f * (i % 5);
#pragma omp parallel for schedule(static) reduction(+ : total)
  for (int b = 0; b < blocks; b++)
    spectrum(x + (size_t)b * B, total);
  double s = 0;
  for (int k = 0; k <= B / 2; k++)
    s += total[k] / blocks;
  printf("%.4f\n", s);
  free(x);
  return 0;
}
