// A small network: a convolution of 3 by 3 over channels, the largest of four, a full layer, its gradient for weights.
#include <stdio.h>
#include <stdlib.h>
#ifndef W
#define W 30
#endif
#define IN 4
#define OUT 8
#define FULL 40
#define HALF (W / 2)
__attribute__((noinline)) void layers(const float *restrict x, const float *restrict k, float *restrict y,
                                      float *restrict z, float *restrict f, float *restrict o, float *restrict g) {
#pragma omp parallel for collapse(2)
  for (int c = 0; c < OUT; c++)
    for (int i = 0; i < W; i++)
      for (int j = 0; j < W; j++)
        for (int d = 0; d < IN; d++)
          for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++)
              y[(c * W + i) * W + j] += x[(d * (W + 2) + i + p) * (W + 2) + j + q] * k[((c * IN + d) * 3 + p) * 3 + q];
#pragma omp parallel for
  for (int c = 0; c < OUT; c++)
    for (int i = 0; i < HALF; i++)
      for (int j = 0; j < HALF; j++)
        z[(c * HALF + i) * HALF + j] =
            0.25f * (y[(c * W + 2 * i) * W + 2 * j] + y[(c * W + 2 * i) * W + 2 * j + 1] +
                     y[(c * W + 2 * i + 1) * W + 2 * j] + y[(c * W + 2 * i + 1) * W + 2 * j + 1]);
#pragma omp parallel for
  for (int m = 0; m < FULL; m++)
    for (int i = 0; i < OUT * HALF * HALF; i++)
      o[m] += f[m * (OUT * HALF * HALF) + i] * z[i];
#pragma omp parallel for schedule(dynamic, 2)
  for (int m = 0; m < FULL; m++)
    for (int i = 0; i < OUT * HALF * HALF; i++)
      f[m * (OUT * HALF * HALF) + i] -= 0.01f * o[m] * z[i];
#pragma omp parallel for
  for (int i = 0; i < OUT * HALF * HALF; i++)
    for (int m = 0; m < FULL; m++)
      g[i] += f[m * (OUT * HALF * HALF) + i] * o[m];
}

int main(void) {
  float *x = calloc(IN * (W + 2) * (W + 2), 4), *k = calloc(OUT * IN * 9, 4), *y = calloc(OUT * W * W, 4);
  float *z = calloc(OUT * HALF * HALF, 4), *f = calloc(FULL * OUT * HALF * HALF, 4), *o = calloc(FULL, 4);
  float *g = calloc(OUT * HALF * HALF, 4);
  layers(x, k, y, z, f, o, g);
  printf("%g\n", o[1] + g[2]);
}
