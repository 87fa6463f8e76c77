#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define W 641
#define H 479

static int16_t in[H][W], out[H][W];

static void sobel(void) {
#pragma omp parallel for collapse(2) schedule(dynamic, 8)
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      int gx = in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y][x - 1] -
               in[y + 1][x - 1];
      int gy = in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y - 1][x] -
               in[y - 1][x + 1];
      out[y][x] = (int16_t)(abs(gx) + abs(gy));
    }
}

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (int16_t)((x / 20 + y / 30) % 2 * 200 + (x * y) % 7);
  for (int k = 0; k < 4; k++)
    sobel();
  long s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += out[y][x];
  printf("%ld\n", s);
  return 0;
}
