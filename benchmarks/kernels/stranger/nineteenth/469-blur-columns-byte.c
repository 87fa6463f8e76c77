/* Vertical box filter of an image of bytes, columns dealt out. */
#include <stdio.h>

#define W 1024
#define H 768

static unsigned char in[H][W], out[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (unsigned char)(x ^ y);
#pragma omp parallel for
  for (int x = 0; x < W; x++)
    for (int y = 2; y < H - 2; y++)
      out[y][x] = (unsigned char)((in[y - 2][x] + in[y - 1][x] + in[y][x] + in[y + 1][x] + in[y + 2][x]) / 5);
  printf("%d\n", out[H / 2][W / 3]);
  return 0;
}
