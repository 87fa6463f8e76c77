/* A separable filter of an image 1024 wide: along rows, then along columns,
   through one array between them. */
#include <stdio.h>

#define W 1024
#define H 768
#define R 3

static float img[H][W], mid[H][W], res[H][W];
static const float k[2 * R + 1] = {0.03f, 0.11f, 0.22f, 0.28f, 0.22f, 0.11f, 0.03f};

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      img[y][x] = (float)((x ^ y) & 255);

#pragma omp parallel for schedule(static)
  for (int y = 0; y < H; y++)
    for (int x = R; x < W - R; x++) {
      float s = 0.0f;
      for (int d = -R; d <= R; d++)
        s += k[d + R] * img[y][x + d];
      mid[y][x] = s;
    }
#pragma omp parallel for schedule(static)
  for (int x = R; x < W - R; x++)
    for (int y = R; y < H - R; y++) {
      float s = 0.0f;
      for (int d = -R; d <= R; d++)
        s += k[d + R] * mid[y + d][x];
      res[y][x] = s;
    }

  double s = 0.0;
  for (int y = 0; y < H; y++)
    s += res[y][(y * 3) % W];
  printf("%.4f\n", s);
  return 0;
}
