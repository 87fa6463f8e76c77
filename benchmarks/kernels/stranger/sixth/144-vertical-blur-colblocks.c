#include <stdio.h>

#define W 1024
#define H 512
#define BW 32

static int src[H][W], dst[H][W];

static void colmax(int rad) {
#pragma omp parallel for schedule(static)
  for (int bx = 0; bx < W / BW; bx++)
    for (int y = rad; y < H - rad; y++)
      for (int x = bx * BW; x < (bx + 1) * BW; x++) {
        int m = src[y - rad][x];
        for (int d = -rad + 1; d <= rad; d++)
          if (src[y + d][x] > m)
            m = src[y + d][x];
        dst[y][x] = m;
      }
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      src[y][x] = (x * 7919 + y * 104729) % 1009;
  colmax(2);
  colmax(3);
  long s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += dst[y][x];
  printf("%ld\n", s);
  return 0;
}
