/* Charge deposition on a grid copy per thread, but the copies are interleaved:
   grid[cell][thread]. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 2048
#define TEAM 8
#define NPART 1000000

static float grid[CELLS][TEAM];
static float density[CELLS];

int main(void) {
  unsigned short *cell = malloc(NPART * sizeof *cell);
  float *q = malloc(NPART * sizeof *q);
  unsigned s = 4242u;
  for (int i = 0; i < NPART; i++) {
    s = s * 1664525u + 1013904223u;
    cell[i] = (unsigned short)((s >> 12) % CELLS);
    q[i] = (float)(1 + i % 3);
  }

#pragma omp parallel num_threads(TEAM)
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < NPART; i++)
      grid[cell[i]][me] += q[i];
#pragma omp for schedule(static)
    for (int c = 0; c < CELLS; c++) {
      float d = 0.0f;
      for (int t = 0; t < TEAM; t++)
        d += grid[c][t];
      density[c] = d;
    }
  }

  double chk = 0.0;
  for (int c = 0; c < CELLS; c++)
    chk += density[c] * (c % 9);
  printf("charge moment %.1f\n", chk);
  free(cell);
  free(q);
  return 0;
}
