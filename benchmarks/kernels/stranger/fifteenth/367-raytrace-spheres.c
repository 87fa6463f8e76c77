/* Small sphere tracer; cost differs a lot from row to row. */
#include <math.h>
#include <stdio.h>

#define W 320
#define H 240
#define NS 24

struct sphere {
  float x, y, z, r, shade, pad;
};

static struct sphere sph[NS];
static float fb[H][W];

int main(void) {
  for (int s = 0; s < NS; s++) {
    sph[s].x = (float)(s % 6) - 2.5f;
    sph[s].y = 0.4f * (float)(s / 6) - 1.5f;
    sph[s].z = 4.0f + 0.3f * (float)(s % 5);
    sph[s].r = 0.3f + 0.02f * (float)s;
    sph[s].shade = 0.2f + 0.03f * (float)s;
  }

#pragma omp parallel for schedule(dynamic, 4)
  for (int py = 0; py < H; py++)
    for (int px = 0; px < W; px++) {
      float dx = (px - W / 2) / 160.0f, dy = (py - H / 2) / 160.0f;
      float inv = 1.0f / sqrtf(dx * dx + dy * dy + 1.0f);
      float best = 1e9f, col = 0.05f;
      for (int s = 0; s < NS; s++) {
        const struct sphere *q = &sph[s];
        float b = (dx * q->x + dy * q->y + q->z) * inv;
        float c = q->x * q->x + q->y * q->y + q->z * q->z - q->r * q->r;
        float disc = b * b - c;
        if (disc <= 0.0f)
          continue;
        float t = b - sqrtf(disc);
        if (t > 0.0f && t < best) {
          best = t;
          col = q->shade / (1.0f + 0.1f * t);
        }
      }
      fb[py][px] = col;
    }

  double sum = 0.0;
  for (int i = 0; i < H; i++)
    for (int j = 0; j < W; j++)
      sum += fb[i][j];
  printf("brightness %.4f\n", sum);
  return 0;
}
