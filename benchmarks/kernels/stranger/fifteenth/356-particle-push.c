/* Boris-free toy pusher: array of 48-byte particles, interleaved one by one. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
  double x, y, z;
  double vx, vy, vz;
};

static const int NP = 200000;

int main(void) {
  struct particle *p = malloc(sizeof *p * NP);
  for (int i = 0; i < NP; i++) {
    p[i].x = i % 100;
    p[i].y = i % 77;
    p[i].z = i % 53;
    p[i].vx = 0.01 * (i % 7);
    p[i].vy = 0.02 * (i % 5);
    p[i].vz = -0.01 * (i % 3);
  }

  for (int step = 0; step < 10; step++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < NP; i++) {
      struct particle *q = &p[i];
      double bx = 0.1 * q->y, by = -0.1 * q->x;
      q->vx += 0.01 * (q->vy - by * q->vz);
      q->vy += 0.01 * (bx * q->vz - q->vx);
      q->vz += 0.001;
      q->x += 0.01 * q->vx;
      q->y += 0.01 * q->vy;
      q->z += 0.01 * q->vz;
    }
  }

  double e = 0.0;
  for (int i = 0; i < NP; i++)
    e += p[i].vx * p[i].vx + p[i].vy * p[i].vy + p[i].vz * p[i].vz + p[i].x;
  printf("%.9e\n", e);
  free(p);
  return 0;
}
