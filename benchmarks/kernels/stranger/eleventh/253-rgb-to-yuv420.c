/* packed RGB to planar YUV 4:2:0, two image rows per iteration */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct frame {
  int w, h;
  uint8_t *y, *u, *v;
};
static inline uint8_t clip(int v) { return v < 0 ? 0 : v > 255 ? 255 : v; }

static void convert(const uint8_t *rgb, struct frame f) {
#pragma omp parallel for schedule(static)
  for (int r = 0; r < f.h / 2; r++)
    for (int c = 0; c < f.w / 2; c++) {
      int su = 0, sv = 0;
      for (int k = 0; k < 4; k++) {
        int yy = 2 * r + (k >> 1), xx = 2 * c + (k & 1);
        const uint8_t *p = rgb + 3 * ((size_t)yy * f.w + xx);
        f.y[(size_t)yy * f.w + xx] = clip(((66 * p[0] + 129 * p[1] + 25 * p[2] + 128) >> 8) + 16);
        su += -38 * p[0] - 74 * p[1] + 112 * p[2];
        sv += 112 * p[0] - 94 * p[1] - 18 * p[2];
      }
      f.u[r * (f.w / 2) + c] = clip((su >> 10) + 128);
      f.v[r * (f.w / 2) + c] = clip((sv >> 10) + 128);
    }
}
int main(void) {
  struct frame f = {1920, 1080};
  size_t n = (size_t)f.w * f.h;
  uint8_t *rgb = malloc(3 * n);
  f.y = malloc(n);
  f.u = malloc(n / 4);
  f.v = malloc(n / 4);
  for (size_t i = 0; i < 3 * n; i++)
    rgb[i] = (uint8_t)(i * 2654435761u >> 20);
  for (int rep = 0; rep < 4; rep++)
    convert(rgb, f);
  unsigned long s = 0;
  for (size_t i = 0; i < n; i++)
    s += f.y[i] * (i % 7);
  for (size_t i = 0; i < n / 4; i++)
    s += f.u[i] * 3 + f.v[i];
  printf("%lu\n", s);
  return 0;
}
