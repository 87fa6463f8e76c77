/* Leapfrog push of 64-byte particles in periodic fields, guided schedule, array of structures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double pos[3], vel[3], q, m;
} particle;

enum { NP = 500000, STEPS = 10, G = 64 };

static double efield[G][3];

int main(void) {
  particle *p = malloc(NP * sizeof *p);
  if (!p)
    return 1;
  for (int g = 0; g < G; g++)
    for (int d = 0; d < 3; d++)
      efield[g][d] = sin(0.1 * g + d);
  for (int i = 0; i < NP; i++) {
    for (int d = 0; d < 3; d++) {
      p[i].pos[d] = (i * (d + 7)) % G;
      p[i].vel[d] = 0.1 * (d + 1);
    }
    p[i].q = i & 1 ? 1.0 : -1.0;
    p[i].m = 1.0;
  }

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < NP; i++) {
      int cell = (int)p[i].pos[0];
      double f = 0.01 * p[i].q / p[i].m;
      for (int d = 0; d < 3; d++) {
        p[i].vel[d] += f * efield[cell][d];
        p[i].pos[d] += 0.05 * p[i].vel[d];
        if (p[i].pos[d] < 0)
          p[i].pos[d] += G;
        if (p[i].pos[d] >= G)
          p[i].pos[d] -= G;
      }
    }
  }

  double s = 0;
  for (int i = 0; i < NP; i++)
    s += p[i].pos[0] + p[i].pos[1] * 2 - p[i].vel[2];
  printf("%.6f\n", s);
  free(p);
  return 0;
}
