/* Deposits charges onto a grid for each thread, then adds the grids up. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define PARTICLES 300000
#define CELLS 1000
#define TEAM 2

static double x[PARTICLES], grid[TEAM][CELLS + 1], rho[CELLS + 1];

int main(void) {
  for (int i = 0; i < PARTICLES; i++)
    x[i] = (i * 37 % 10007) / 10007.0 * CELLS;
#pragma omp parallel num_threads(TEAM)
  {
    double *mine = grid[omp_get_thread_num()];
#pragma omp for
    for (int i = 0; i < PARTICLES; i++) {
      int c = (int)x[i];
      double f = x[i] - c;
      mine[c] += 1 - f;
      mine[c + 1] += f;
    }
#pragma omp for
    for (int c = 0; c <= CELLS; c++)
      for (int t = 0; t < TEAM; t++)
        rho[c] += grid[t][c];
  }
  printf("%.6f\n", rho[CELLS / 2]);
  return 0;
}
