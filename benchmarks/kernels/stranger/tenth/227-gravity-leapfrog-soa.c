/* direct gravity, kick-drift, all i against all j */
#include <math.h>
#include <stdio.h>
#define N 1500
static float px[N], py[N], pz[N], vx[N], vy[N], vz[N], mass[N];

static void kick(float dt) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < N; j++) {
      float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
      float w = mass[j] / (r2 * sqrtf(r2));
      ax += w * dx;
      ay += w * dy;
      az += w * dz;
    }
    vx[i] += dt * ax;
    vy[i] += dt * ay;
    vz[i] += dt * az;
  }
}
static void drift(float dt) {
  for (int i = 0; i < N; i++) {
    px[i] += dt * vx[i];
    py[i] += dt * vy[i];
    pz[i] += dt * vz[i];
  }
}
int main(void) {
  for (int i = 0; i < N; i++) {
    px[i] = cosf(i * 0.7f) * (1 + i * 0.001f);
    py[i] = sinf(i * 0.9f);
    pz[i] = (i % 23) * 0.05f;
    mass[i] = 1.0f / N;
  }
  for (int t = 0; t < 10; t++) {
    kick(0.01f);
    drift(0.01f);
  }
  double k = 0;
  for (int i = 0; i < N; i++)
    k += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
  printf("kinetic %.9f\n", k);
  return 0;
}
