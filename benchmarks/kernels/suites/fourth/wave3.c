// Waves in a box by leapfrog of the fourth order, three arrays that change places, with a sponge on two faces.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 34
#endif
__attribute__((noinline)) void wave3(double *a, double *b, double *c, const double *restrict speed) {
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 2; i < N - 2; i++)
      for (int j = 2; j < N - 2; j++)
        for (int k = 2; k < N - 2; k++) {
          double near = b[(i * N + j) * N + k - 1] + b[(i * N + j) * N + k + 1] + b[(i * N + j - 1) * N + k] +
                        b[(i * N + j + 1) * N + k] + b[((i - 1) * N + j) * N + k] + b[((i + 1) * N + j) * N + k];
          double far = b[(i * N + j) * N + k - 2] + b[(i * N + j) * N + k + 2] + b[(i * N + j - 2) * N + k] +
                       b[(i * N + j + 2) * N + k] + b[((i - 2) * N + j) * N + k] + b[((i + 2) * N + j) * N + k];
          a[(i * N + j) * N + k] = 2 * b[(i * N + j) * N + k] - c[(i * N + j) * N + k] +
                                   speed[(i * N + j) * N + k] * (1.3 * near - 0.08 * far);
        }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int k = 0; k < 4; k++)
        for (int j = 0; j < N; j++)
          a[(i * N + j) * N + k] *= 0.9;
#pragma omp parallel for
    for (int i = 0; i < N * N * N; i++) {
      c[i] = b[i];
      b[i] = a[i];
    }
  }
}

int main(void) {
  double *a = calloc(N * N * N, 8), *b = calloc(N * N * N, 8), *c = calloc(N * N * N, 8), *s = calloc(N * N * N, 8);
  b[(N / 2 * N + N / 2) * N + N / 2] = 1;
  wave3(a, b, c, s);
  printf("%g\n", b[N * N]);
}
