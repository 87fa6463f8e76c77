/* Sum of three images of different element sizes into a fourth, columns of 64 by collapse. */
#include <stdio.h>

#define H 600
#define W 640

static unsigned char a[H][W];
static short b[H][W];
static float c[H][W], d[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      a[y][x] = (unsigned char)x, b[y][x] = (short)(x - y), c[y][x] = 0.5f * y;
#pragma omp parallel for collapse(2) schedule(static, 7)
  for (int xb = 0; xb < W; xb += 64)
    for (int y = 0; y < H; y++)
      for (int x = xb; x < xb + 64; x++)
        d[y][x] = a[y][x] + b[y][x] * c[y][x];
  printf("%.3f\n", d[H / 2][W / 2]);
  return 0;
}
