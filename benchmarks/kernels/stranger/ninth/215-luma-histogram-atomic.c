/* 256-bin luma histogram, shared bins updated atomically */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  uint8_t r, g, b, a;
} rgba;

static void histogram(const rgba *img, int w, int h, unsigned bins[256]) {
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const rgba *p = &img[y * w + x];
      int luma = (77 * p->r + 150 * p->g + 29 * p->b) >> 8;
#pragma omp atomic
      bins[luma]++;
    }
}
int main(void) {
  const int w = 1280, h = 800;
  rgba *img = malloc(sizeof(rgba) * w * h);
  for (int i = 0; i < w * h; i++) {
    uint32_t v = (uint32_t)i * 2246822519u;
    img[i] = (rgba){v >> 24, v >> 16, v >> 8, 255};
  }
  unsigned bins[256] = {0};
  histogram(img, w, h, bins);
  unsigned long s = 0;
  for (int i = 0; i < 256; i++)
    s += (unsigned long)bins[i] * (i + 1);
  printf("%lu\n", s);
  free(img);
  return 0;
}
