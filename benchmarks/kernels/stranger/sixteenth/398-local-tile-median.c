/* 3x3 median of a CCD frame by tiles, four tiles a row, dynamic by tile. */
#include <stdio.h>
#include <stdlib.h>

#define W 512
#define H 384
#define TW 128
#define TH 32

static unsigned short in[H][W], out[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (unsigned short)((x * 71 + y * 131) % 4096);

#pragma omp parallel for collapse(2) schedule(dynamic, 1)
  for (int ty = 0; ty < H / TH; ty++)
    for (int tx = 0; tx < W / TW; tx++)
      for (int y = ty * TH; y < (ty + 1) * TH; y++)
        for (int x = tx * TW; x < (tx + 1) * TW; x++) {
          if (y == 0 || x == 0 || y == H - 1 || x == W - 1) {
            out[y][x] = in[y][x];
            continue;
          }
          unsigned short v[9];
          int n = 0;
          for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
              unsigned short p = in[y + dy][x + dx];
              int k = n++;
              for (; k > 0 && v[k - 1] > p; k--)
                v[k] = v[k - 1];
              v[k] = p;
            }
          out[y][x] = v[4];
        }

  unsigned long s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s = s * 5 + out[y][x];
  printf("%lu\n", s);
  return 0;
}
