#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LG 16
#define N (1 << LG)

static double complex w[N / 2];

static void fft(double complex *x) {
  for (unsigned i = 1, j = 0; i < N; i++) {
    unsigned bit = N >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double complex t = x[i];
      x[i] = x[j];
      x[j] = t;
    }
  }
  for (int s = 1; s <= LG; s++) {
    int half = 1 << (s - 1);
#pragma omp parallel for schedule(static)
    for (int b = 0; b < N / 2; b++) {
      int k = b & (half - 1);
      int top = ((b >> (s - 1)) << s) + k;
      double complex t = w[k << (LG - s)] * x[top + half];
      double complex u = x[top];
      x[top] = u + t;
      x[top + half] = u - t;
    }
  }
}

int main(void) {
  double complex *x = malloc(N * sizeof *x);
  if (!x)
    return 1;
  for (int i = 0; i < N / 2; i++)
    w[i] = cexp(-2.0 * I * 3.14159265358979323846 * i / N);
  for (int i = 0; i < N; i++)
    x[i] = (i % 64) < 20 ? 1.0 : 0.0;
  fft(x);
  double e = 0;
  for (int i = 0; i < N; i++)
    e += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
  printf("%.6e\n", e / N);
  free(x);
  return 0;
}
