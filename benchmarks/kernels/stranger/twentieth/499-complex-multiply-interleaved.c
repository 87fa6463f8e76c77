/* Spectra multiplied point by point, complex numbers interleaved, two points a chunk. */
#include <stdio.h>

#define N 250000

static float a[2 * N], b[2 * N];

int main(void) {
  for (int i = 0; i < 2 * N; i++)
    a[i] = (float)(i % 9), b[i] = (float)(i % 11);
  for (int round = 0; round < 4; round++) {
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < N; i++) {
      float re = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
      float im = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
      a[2 * i] = 0.01f * re;
      a[2 * i + 1] = 0.01f * im;
    }
  }
  printf("%.6f\n", a[N]);
  return 0;
}
