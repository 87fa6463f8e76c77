#include <math.h>
#include <stdio.h>

#define N 1800

static float px[N], py[N], pz[N], m[N], fx[N], fy[N], fz[N];

static void forces(void) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < N; j++) {
      float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      float r2 = dx * dx + dy * dy + dz * dz + 1e-3f;
      float k = m[j] / (r2 * sqrtf(r2));
      ax += k * dx;
      ay += k * dy;
      az += k * dz;
    }
    fx[i] = ax;
    fy[i] = ay;
    fz[i] = az;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    px[i] = (float)(i % 13);
    py[i] = (float)(i % 17) * 0.7f;
    pz[i] = (float)(i % 19) * 0.4f;
    m[i] = 1.0f + (float)(i % 3);
  }
  forces();
  forces();
  double s = 0;
  for (int i = 0; i < N; i++)
    s += fabsf(fx[i]) + fabsf(fy[i]) + fabsf(fz[i]);
  printf("%.3f\n", s);
  return 0;
}
