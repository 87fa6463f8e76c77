#include <stdio.h>
#include <stdlib.h>

#define NP 200000

struct particle {
  float x, y, z;
  float vx, vy, vz;
  double mass;
  int id, cell;
  long flags;
};

static void drift(struct particle *p, int n, float dt) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
  }
}

int main(void) {
  struct particle *p = calloc(NP, sizeof *p);
  if (!p)
    return 1;
  for (int i = 0; i < NP; i++) {
    p[i].vx = (float)(i % 3) - 1;
    p[i].vy = (float)(i % 5) - 2;
    p[i].vz = (float)(i % 7) - 3;
    p[i].id = i;
  }
  for (int t = 0; t < 20; t++)
    drift(p, NP, 0.01f);
  double s = 0;
  for (int i = 0; i < NP; i++)
    s += p[i].x + 2 * p[i].y + 3 * p[i].z;
  printf("%.5f\n", s);
  free(p);
  return 0;
}
