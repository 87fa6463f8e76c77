/* Short-range forces between atoms of a chain of cells; each cell computes
   only its own atoms' forces (no Newton's third law). */
#include <stdio.h>
#include <stdlib.h>

#define NCELL 500
#define PER 24

struct cell {
  double x[PER], y[PER], fx[PER], fy[PER];
};

int main(void) {
  struct cell *c = aligned_alloc(64, sizeof *c * NCELL);
  for (int i = 0; i < NCELL; i++)
    for (int p = 0; p < PER; p++) {
      c[i].x[p] = i + (p * 7 % 24) / 24.0;
      c[i].y[p] = (p * 11 % 24) / 24.0;
      c[i].fx[p] = c[i].fy[p] = 0.0;
    }

  for (int step = 0; step < 3; step++) {
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 8)
      for (int i = 1; i < NCELL - 1; i++)
        for (int p = 0; p < PER; p++) {
          double fx = 0.0, fy = 0.0;
          for (int n = i - 1; n <= i + 1; n++)
            for (int q = 0; q < PER; q++) {
              double dx = c[i].x[p] - c[n].x[q], dy = c[i].y[p] - c[n].y[q];
              double r2 = dx * dx + dy * dy + 0.01;
              if (r2 < 1.0) {
                fx += dx * (1.0 / r2 - 1.0);
                fy += dy * (1.0 / r2 - 1.0);
              }
            }
          c[i].fx[p] = fx;
          c[i].fy[p] = fy;
        }
#pragma omp for schedule(static)
      for (int i = 0; i < NCELL; i++)
        for (int p = 0; p < PER; p++) {
          c[i].x[p] += 1e-5 * c[i].fx[p];
          c[i].y[p] += 1e-5 * c[i].fy[p];
        }
    }
  }

  double s = 0.0;
  for (int i = 0; i < NCELL; i++)
    for (int p = 0; p < PER; p++)
      s += c[i].x[p] * c[i].y[p];
  printf("%.10f\n", s);
  free(c);
  return 0;
}
