/* n-body with separate float coordinate arrays: a force loop and a short push loop inside a time loop. */
#include <math.h>
#include <stdio.h>

enum { NP = 2048, STEPS = 8 };

static float x[NP], y[NP], z[NP], vx[NP], vy[NP], vz[NP];

int main(void) {
  for (int i = 0; i < NP; i++) {
    x[i] = (float)(i % 16);
    y[i] = (float)(i / 16 % 16);
    z[i] = (float)(i / 256);
  }

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < NP; i++) {
      float fx = 0, fy = 0, fz = 0;
      const float xi = x[i], yi = y[i], zi = z[i];
      for (int j = 0; j < NP; j++) {
        float dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
        float inv = 1.0f / (r2 * sqrtf(r2));
        fx += dx * inv;
        fy += dy * inv;
        fz += dz * inv;
      }
      vx[i] += 0.001f * fx;
      vy[i] += 0.001f * fy;
      vz[i] += 0.001f * fz;
    }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < NP; i++) {
      x[i] += 0.001f * vx[i];
      y[i] += 0.001f * vy[i];
      z[i] += 0.001f * vz[i];
    }
  }

  double s = 0;
  for (int i = 0; i < NP; i++)
    s += x[i] * 1.5 + y[i] - z[i];
  printf("%.4f\n", s);
  return 0;
}
