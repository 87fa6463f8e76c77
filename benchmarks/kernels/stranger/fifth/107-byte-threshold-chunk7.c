#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define W 1021
#define H 767

static void threshold(const uint8_t *src, uint8_t *dst, int n, uint8_t level) {
  int i;
#pragma omp parallel for schedule(static, 7)
  for (i = 0; i < n; i++)
    dst[i] = src[i] >= level ? 255 : 0;
}

int main(void) {
  uint8_t *a = malloc(W * H), *b = malloc(W * H);
  if (!a || !b)
    return 1;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      a[y * W + x] = (uint8_t)(x * y / 64);
  for (int lv = 20; lv < 200; lv += 20)
    threshold(a, b, W * H, (uint8_t)lv);
  unsigned long c = 0;
  for (int i = 0; i < W * H; i++)
    c += b[i];
  printf("%lu\n", c);
  free(a);
  free(b);
  return 0;
}
