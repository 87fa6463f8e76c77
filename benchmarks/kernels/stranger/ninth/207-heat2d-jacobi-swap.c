/* 2D heat equation, two grids swapped each step */
#include <stdio.h>
#include <stdlib.h>
#define NX 700
#define NY 500
#define STEPS 30
typedef double grid[NX];

static void step(const grid *u, grid *v, double a) {
#pragma omp parallel for schedule(static)
  for (int j = 1; j < NY - 1; j++)
    for (int i = 1; i < NX - 1; i++)
      v[j][i] = u[j][i] + a * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1] - 4 * u[j][i]);
}
int main(void) {
  grid *u = calloc(NY, sizeof(grid)), *v = calloc(NY, sizeof(grid));
#pragma omp parallel for schedule(static)
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      u[j][i] = v[j][i] = (i > 200 && i < 400 && j > 150 && j < 300) ? 100.0 : 0.0;
  for (int s = 0; s < STEPS; s++) {
    step(u, v, 0.2);
    grid *t = u;
    u = v;
    v = t;
  }
  double sum = 0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      sum += u[j][i] * (1 + (i ^ j) % 3);
  printf("heat %.6f\n", sum);
  free(u);
  free(v);
  return 0;
}
