/* Copies a row-major float image into Morton (Z) order; the loop runs over Z index, so reads jump and writes stream. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define LOG 11
#define N (1 << LOG)

static uint32_t compact(uint32_t x) {
  x &= 0x55555555u;
  x = (x | (x >> 1)) & 0x33333333u;
  x = (x | (x >> 2)) & 0x0f0f0f0fu;
  x = (x | (x >> 4)) & 0x00ff00ffu;
  return (x | (x >> 8)) & 0x0000ffffu;
}

int main(void) {
  float *img = malloc(sizeof(float) * N * N), *z = malloc(sizeof(float) * N * N);
  if (!img || !z)
    return 1;
  for (int i = 0; i < N * N; i++)
    img[i] = (float)(i % 10007);

  for (int rep = 0; rep < 5; rep++) {
#pragma omp parallel for schedule(static, 64)
    for (int m = 0; m < N * N; m++) {
      uint32_t x = compact((uint32_t)m), y = compact((uint32_t)m >> 1);
      z[m] = img[(size_t)y * N + x];
    }
    img[rep] += z[rep + 1];
  }

  double s = 0;
  for (int m = 0; m < N * N; m++)
    s += z[m] * (m % 3);
  printf("%.1f\n", s);
  free(img);
  free(z);
  return 0;
}
