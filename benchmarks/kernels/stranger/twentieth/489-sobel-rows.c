/* Edges of a grey image of floats by Sobel, rows in chunks of 2. */
#include <math.h>
#include <stdio.h>

#define W 1024
#define H 512

static float in[H][W], out[H][W];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (float)((x / 16 + y / 16) % 2);
#pragma omp parallel for schedule(static, 2)
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      float gx = in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y][x - 1] -
                 in[y + 1][x - 1];
      float gy = in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1] - in[y - 1][x - 1] - 2 * in[y - 1][x] -
                 in[y - 1][x + 1];
      out[y][x] = sqrtf(gx * gx + gy * gy);
    }
  printf("%.5f\n", out[16][32]);
  return 0;
}
