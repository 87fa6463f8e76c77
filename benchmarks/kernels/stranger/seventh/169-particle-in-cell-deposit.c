#include <stdio.h>
#include <stdlib.h>

#define NP 600000
#define CELLS 2048

static float rho[CELLS + 1];

static void deposit(const float *x, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    int c = (int)x[i];
    float f = x[i] - (float)c;
#pragma omp atomic
    rho[c] += 1.0f - f;
#pragma omp atomic
    rho[c + 1] += f;
  }
}

int main(void) {
  float *x = malloc(NP * sizeof *x);
  if (!x)
    return 1;
  for (int i = 0; i < NP; i++)
    x[i] = (float)((double)i * CELLS / NP);
  deposit(x, NP);
  double s = 0;
  for (int c = 0; c <= CELLS; c++)
    s += rho[c];
  printf("%.0f\n", s);
  free(x);
  return 0;
}
