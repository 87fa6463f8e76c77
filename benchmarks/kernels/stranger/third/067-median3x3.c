/* 3x3 median filter on 16-bit samples, insertion sort of nine values per pixel; cache friendly and compute bound. */
#include <stdint.h>
#include <stdio.h>

enum { W = 500, H = 500 };

static uint16_t in[H][W], out[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (uint16_t)((x * 7919 + y * 104729) % 4096);

  for (int rep = 0; rep < 4; rep++) {
#pragma omp parallel for schedule(static)
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        uint16_t v[9];
        int n = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++) {
            uint16_t t = in[y + dy][x + dx];
            int k = n++;
            while (k > 0 && v[k - 1] > t) {
              v[k] = v[k - 1];
              k--;
            }
            v[k] = t;
          }
        out[y][x] = v[4];
      }
    in[rep + 1][rep + 1] = out[rep + 2][rep + 2];
  }

  unsigned long h = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      h = h * 31 + out[y][x];
  printf("%lu\n", h);
  return 0;
}
