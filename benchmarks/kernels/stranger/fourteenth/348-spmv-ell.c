/* Sparse product in padded ELL form, slot-major as for a vector machine, rows over threads. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 65536
#define SLOTS 9

static double val[SLOTS][ROWS];
static int idx[SLOTS][ROWS];
static double x[ROWS], y[ROWS];

int main(void) {
  for (int r = 0; r < ROWS; r++) {
    x[r] = 1.0 / (1 + r % 10);
    for (int s = 0; s < SLOTS; s++) {
      idx[s][r] = (r + (s - 4) * (s % 2 ? 1 : 256) + ROWS) % ROWS;
      val[s][r] = s == 4 ? 8.0 : -0.5;
    }
  }
  for (int it = 0; it < 5; it++) {
#pragma omp parallel for schedule(static)
    for (int r = 0; r < ROWS; r++) {
      double a = 0.0;
      for (int s = 0; s < SLOTS; s++)
        a += val[s][r] * x[idx[s][r]];
      y[r] = a;
    }
#pragma omp parallel for schedule(static)
    for (int r = 0; r < ROWS; r++)
      x[r] = y[r] * 0.125;
  }
  double c = 0.0;
  for (int r = 0; r < ROWS; r++)
    c += x[r] * (r % 6);
  printf("%.10f\n", c);
  return 0;
}
