/* 64 coupled pendulums; a team of 16 is woken every time step */
#include <math.h>
#include <stdio.h>
#define M 64
#define STEPS 20000
static double th[M], om[M], acc[M];

static void forces(void) {
#pragma omp parallel for num_threads(16)
  for (int i = 0; i < M; i++) {
    double l = th[(i + M - 1) % M], r = th[(i + 1) % M];
    acc[i] = -9.81 * th[i] + 4.0 * (l + r - 2 * th[i]);
  }
}
static void advance(double dt) {
#pragma omp parallel for num_threads(16)
  for (int i = 0; i < M; i++) {
    om[i] += dt * acc[i];
    th[i] += dt * om[i];
  }
}
int main(void) {
  for (int i = 0; i < M; i++)
    th[i] = 0.1 * sin(i * 0.4);
  for (int s = 0; s < STEPS; s++) {
    forces();
    advance(1e-4);
  }
  double e = 0;
  for (int i = 0; i < M; i++)
    e += om[i] * om[i] + 9.81 * th[i] * th[i];
  printf("energy %.12f\n", e);
  return 0;
}
