/* Particles deposit charge to mesh cells with atomic adds; particles are sorted, so neighbours meet. */
#include <stdio.h>
#include <stdlib.h>

#define PART 800000
#define CELLS 20000

static double pos[PART];
static double rho[CELLS + 1];

int main(void) {
  for (int i = 0; i < PART; i++)
    pos[i] = (double)i * CELLS / PART;

#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < PART; i++) {
    int c = (int)pos[i];
    double f = pos[i] - c;
#pragma omp atomic
    rho[c] += 1.0 - f;
#pragma omp atomic
    rho[c + 1] += f;
  }
  double s = 0.0;
  for (int c = 0; c <= CELLS; c++)
    s += rho[c] * (c % 4);
  printf("%.4f\n", s);
  return 0;
}
