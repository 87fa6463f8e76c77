// A transform of 4096 points by three passes of sixteen, ping and pong, for a batch, and a product point by point.
#include <stdio.h>
#include <stdlib.h>
#ifndef BATCH
#define BATCH 12
#endif
#define P 4096
__attribute__((noinline)) void radix(double *restrict x, double *restrict y, const double *restrict w) {
#pragma omp parallel
  {
#pragma omp for
    for (int b = 0; b < BATCH; b++)
      for (int j = 0; j < 256; j++)
        for (int k = 0; k < 16; k++) {
          y[2 * (b * P + j * 16 + k)] = x[2 * (b * P + k * 256 + j)] * w[2 * (k * 256)];
          y[2 * (b * P + j * 16 + k) + 1] = x[2 * (b * P + k * 256 + j) + 1] * w[2 * (k * 256) + 1];
        }
#pragma omp for
    for (int b = 0; b < BATCH; b++)
      for (int g = 0; g < 16; g++)
        for (int j = 0; j < 16; j++)
          for (int k = 0; k < 16; k++) {
            x[2 * (b * P + g * 256 + j * 16 + k)] = y[2 * (b * P + k * 256 + g * 16 + j)] * w[2 * (k * 16 + g)];
            x[2 * (b * P + g * 256 + j * 16 + k) + 1] =
                y[2 * (b * P + k * 256 + g * 16 + j) + 1] * w[2 * (k * 16 + g) + 1];
          }
#pragma omp for
    for (int j = 0; j < 256; j++)
      for (int b = 0; b < BATCH; b++)
        for (int k = 0; k < 16; k++) {
          y[2 * (b * P + k * 256 + j)] = x[2 * (b * P + j * 16 + k)] * w[2 * (j * 16)];
          y[2 * (b * P + k * 256 + j) + 1] = x[2 * (b * P + j * 16 + k) + 1] * w[2 * (j * 16) + 1];
        }
#pragma omp for
    for (int i = 0; i < BATCH * P; i++) {
      x[2 * i] = y[2 * i] * 0.5 - y[2 * i + 1];
      x[2 * i + 1] = y[2 * i] + 0.5 * y[2 * i + 1];
    }
  }
}

int main(void) {
  double *x = calloc(2 * BATCH * P, 8), *y = calloc(2 * BATCH * P, 8), *w = calloc(2 * P, 8);
  radix(x, y, w);
  printf("%g\n", x[3]);
}
