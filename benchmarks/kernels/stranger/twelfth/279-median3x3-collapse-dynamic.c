/* 3x3 median of a grey image, every pixel a dynamic task */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define W 1023
#define H 767
static uint8_t in[H][W], out[H][W];

static inline void cas(uint8_t *a, uint8_t *b) {
  uint8_t lo = *a < *b ? *a : *b, hi = *a < *b ? *b : *a;
  *a = lo;
  *b = hi;
}
static uint8_t median9(uint8_t *p) {
  cas(p + 1, p + 2);
  cas(p + 4, p + 5);
  cas(p + 7, p + 8);
  cas(p, p + 1);
  cas(p + 3, p + 4);
  cas(p + 6, p + 7);
  cas(p + 1, p + 2);
  cas(p + 4, p + 5);
  cas(p + 7, p + 8);
  cas(p, p + 3);
  cas(p + 5, p + 8);
  cas(p + 4, p + 7);
  cas(p + 3, p + 6);
  cas(p + 1, p + 4);
  cas(p + 2, p + 5);
  cas(p + 4, p + 7);
  cas(p + 4, p + 2);
  cas(p + 6, p + 4);
  cas(p + 4, p + 2);
  return p[4];
}
int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (uint8_t)((x * 5 + y * 3) / 9 + ((x * y) % 37 == 0 ? 200 : 0));
#pragma omp parallel for collapse(2) schedule(dynamic, 1)
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      uint8_t w[9];
      for (int k = 0; k < 9; k++)
        w[k] = in[y - 1 + k / 3][x - 1 + k % 3];
      out[y][x] = median9(w);
    }
  unsigned long s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += out[y][x] * (unsigned long)(x % 9 + 1);
  printf("%lu\n", s);
  return 0;
}
