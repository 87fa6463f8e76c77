/* sphere tracing of a field of balls; sky rays end at once, grazing rays do not */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define W 240
#define H 160
#define BALLS 24
struct ball {
  float x, y, z, r;
};
static struct ball b[BALLS];
static float shade[H][W];

static float sdf(float x, float y, float z) {
  float d = y + 1.0f;
  for (int k = 0; k < BALLS; k++) {
    float dx = x - b[k].x, dy = y - b[k].y, dz = z - b[k].z;
    float q = sqrtf(dx * dx + dy * dy + dz * dz) - b[k].r;
    if (q < d)
      d = q;
  }
  return d;
}
static float trace(float dx, float dy, float dz) {
  float t = 0.1f;
  if (dy > 0.45f)
    return 0;
  for (int s = 0; s < 96; s++) {
    float d = sdf(dx * t, dy * t, dz * t);
    if (d < 1e-3f)
      return 1.0f / (1.0f + t);
    t += d;
    if (t > 40.0f)
      break;
  }
  return 0.05f;
}
int main(void) {
  for (int k = 0; k < BALLS; k++)
    b[k] = (struct ball){(k % 6) * 1.4f - 3.5f, (k % 4) * 0.3f - 0.6f, 4.0f + k / 6 * 2, 0.5f};
#pragma omp parallel for schedule(dynamic, 1)
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      float dx = (x - W / 2) * 0.006f, dy = (H / 2 - y) * 0.012f, n = 1.0f / sqrtf(dx * dx + dy * dy + 1);
      shade[y][x] = trace(dx * n, dy * n, n);
    }
  double s = 0;
  for (int i = 0; i < W * H; i++)
    s += shade[i / W][i % W];
  printf("%.5f\n", s);
  return 0;
}
