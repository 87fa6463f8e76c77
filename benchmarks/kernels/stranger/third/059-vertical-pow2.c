/* Vertical running mean down the columns of a float image with 4096-byte rows: every step hits the same cache sets. */
#include <stdio.h>
#include <stdlib.h>

#define W 1024
#define H 1536
#define WIN 16

static float in[H][W], out[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (float)((x * 7 + y * 11) % 128);

  for (int rep = 0; rep < 3; rep++) {
#pragma omp parallel for schedule(static)
    for (int x = 0; x < W; x++) {
      float s = 0;
      for (int y = 0; y < WIN; y++)
        s += in[y][x];
      for (int y = WIN; y < H; y++) {
        out[y][x] = s / WIN;
        s += in[y][x] - in[y - WIN][x];
      }
    }
    in[rep][0] = out[WIN + rep][1];
  }

  double t = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      t += out[y][x];
  printf("%.3f\n", t);
  return 0;
}
