#include <stdio.h>
#include <stdlib.h>

#define W 900
#define H 700
#define R 4

static void vblur(const float *src, float *dst) {
#pragma omp parallel for schedule(static, 1)
  for (int x = 0; x < W; x++) {
    float s = 0;
    for (int y = 0; y < 2 * R; y++)
      s += src[y * W + x];
    for (int y = R; y < H - R; y++) {
      s += src[(y + R) * W + x];
      dst[y * W + x] = s / (2 * R + 1);
      s -= src[(y - R) * W + x];
    }
  }
}

int main(void) {
  float *a = malloc(sizeof(float) * W * H), *b = calloc(W * H, sizeof(float));
  if (!a || !b)
    return 1;
  for (int i = 0; i < W * H; i++)
    a[i] = (float)((i * 31) % 255);
  for (int k = 0; k < 3; k++)
    vblur(a, b);
  double s = 0;
  for (int i = 0; i < W * H; i++)
    s += b[i];
  printf("%.3f\n", s);
  free(a);
  free(b);
  return 0;
}
