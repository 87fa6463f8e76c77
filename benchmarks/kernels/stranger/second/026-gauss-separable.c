/* Separable 9-tap blur: horizontal pass over rows, then a vertical pass parallel over columns. */
#include <stdio.h>
#include <stdlib.h>

#define W 1280
#define H 720
#define R 4

static float in[H][W], tmp[H][W], out[H][W];
static const float k[2 * R + 1] = {0.02f, 0.06f, 0.12f, 0.18f, 0.24f, 0.18f, 0.12f, 0.06f, 0.02f};

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (float)((x ^ y) & 255);

  for (int rep = 0; rep < 3; rep++) {
#pragma omp parallel for
    for (int y = 0; y < H; y++)
      for (int x = R; x < W - R; x++) {
        float s = 0;
        for (int d = -R; d <= R; d++)
          s += k[d + R] * in[y][x + d];
        tmp[y][x] = s;
      }
#pragma omp parallel for
    for (int x = 0; x < W; x++)
      for (int y = R; y < H - R; y++) {
        float s = 0;
        for (int d = -R; d <= R; d++)
          s += k[d + R] * tmp[y + d][x];
        out[y][x] = s;
      }
    in[10][10 + rep] += out[100][100];
  }

  double s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += out[y][x];
  printf("%.2f\n", s);
  return 0;
}
