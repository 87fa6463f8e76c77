/* bilateral filter whose radius grows with local depth (deeper = blurrier) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define W 480
#define H 360
static float img[H][W], res[H][W], depth[H][W];
static float range_lut[512];

static float filter_px(int y, int x, int r) {
  float acc = 0, norm = 0, c = img[y][x];
  for (int j = y - r; j <= y + r; j++) {
    if (j < 0 || j >= H)
      continue;
    for (int i = x - r; i <= x + r; i++) {
      if (i < 0 || i >= W)
        continue;
      float w = range_lut[(int)fabsf(img[j][i] - c)];
      acc += w * img[j][i];
      norm += w;
    }
  }
  return acc / norm;
}
int main(void) {
  for (int k = 0; k < 512; k++)
    range_lut[k] = expf(-k * k / 800.0f);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      img[y][x] = (float)((x * x + y * 31) % 256);
      depth[y][x] = y < 200 ? 1.0f : 1.0f + 9.0f * (y - 200) / 160.0f;
    }
#pragma omp parallel for schedule(dynamic, 4)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      res[y][x] = filter_px(y, x, (int)depth[y][x]);
  double s = 0;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      s += res[y][x] * (1 + x % 2);
  printf("%.3f\n", s);
  return 0;
}
