/* separable 5-tap blur of a planar RGB float image */
#include <stdio.h>
#include <stdlib.h>
#define W 803
#define H 601
static float src[3][H][W], tmp[3][H][W], dst[3][H][W];
static const float k[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
static inline int clampi(int v, int hi) { return v < 0 ? 0 : v > hi ? hi : v; }

static void blur_rows(int c) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float s = 0;
      for (int t = -2; t <= 2; t++)
        s += k[t + 2] * src[c][y][clampi(x + t, W - 1)];
      tmp[c][y][x] = s;
    }
}
static void blur_cols(int c) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float s = 0;
      for (int t = -2; t <= 2; t++)
        s += k[t + 2] * tmp[c][clampi(y + t, H - 1)][x];
      dst[c][y][x] = s;
    }
}
int main(void) {
  for (int c = 0; c < 3; c++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        src[c][y][x] = (float)((x * 7 + y * 13 + c * 5) % 256);
  for (int c = 0; c < 3; c++) {
    blur_rows(c);
    blur_cols(c);
  }
  double sum = 0;
  for (int c = 0; c < 3; c++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++)
        sum += dst[c][y][x];
  printf("checksum %.3f\n", sum);
  return 0;
}
