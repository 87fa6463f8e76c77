/* shallow water on a staggered grid; the whole time loop in one region */
#include <stdio.h>
#include <stdlib.h>
#define NX 400
#define NY 300
struct fields {
  float h[NY][NX], u[NY][NX + 1], v[NY + 1][NX];
};

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 40;
  const float g = 9.81f, dt = 0.01f;
  struct fields *f = calloc(1, sizeof *f);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      f->h[j][i] = 10.0f + (abs(i - 100) < 20 && abs(j - 80) < 20 ? 1.0f : 0.0f);
#pragma omp parallel firstprivate(f, steps)
  for (int t = 0; t < steps; t++) {
#pragma omp for schedule(static) nowait
    for (int j = 0; j < NY; j++)
      for (int i = 1; i < NX; i++)
        f->u[j][i] -= dt * g * (f->h[j][i] - f->h[j][i - 1]);
#pragma omp for schedule(static)
    for (int j = 1; j < NY; j++)
      for (int i = 0; i < NX; i++)
        f->v[j][i] -= dt * g * (f->h[j][i] - f->h[j - 1][i]);
#pragma omp for schedule(static)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        f->h[j][i] -= dt * 10.0f * (f->u[j][i + 1] - f->u[j][i] + f->v[j + 1][i] - f->v[j][i]);
  }
  double mass = 0, ke = 0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      mass += f->h[j][i];
      ke += f->u[j][i] * f->u[j][i] + f->v[j][i] * f->v[j][i];
    }
  printf("mass %.3f ke %.6f\n", mass, ke);
  free(f);
  return 0;
}
