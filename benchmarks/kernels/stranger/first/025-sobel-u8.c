/* Sobel edge magnitude on an 8-bit image with odd width, rows in dynamic chunks of four. */
#include <stdio.h>
#include <stdlib.h>

enum { W = 3001, H = 2003 };

static unsigned char src[H][W], dst[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      src[y][x] = (unsigned char)((x * x / 64 + y * 3) & 255);

  for (int r = 0; r < 6; r++) {
#pragma omp parallel for schedule(dynamic, 4)
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        int gx = src[y - 1][x + 1] + 2 * src[y][x + 1] + src[y + 1][x + 1] - src[y - 1][x - 1] - 2 * src[y][x - 1] -
                 src[y + 1][x - 1];
        int gy = src[y + 1][x - 1] + 2 * src[y + 1][x] + src[y + 1][x + 1] - src[y - 1][x - 1] - 2 * src[y - 1][x] -
                 src[y - 1][x + 1];
        int g = abs(gx) + abs(gy);
        dst[y][x] = (unsigned char)(g > 255 ? 255 : g);
      }
    src[r + 1][r + 1] ^= dst[r + 5][7];
  }

  unsigned h = 2166136261u;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      h = (h ^ dst[y][x]) * 16777619u;
  printf("%08x\n", h);
  return 0;
}
