/* ADI-like line solves, each line contiguous, coefficients on the stack */
#include <stdio.h>
#include <stdlib.h>
#define LINES 2000
#define LEN 500

static void line(double *restrict x, double r) {
  double c[LEN];
  c[0] = -r / (1 + 2 * r);
  x[0] /= 1 + 2 * r;
  for (int i = 1; i < LEN; i++) {
    double m = 1.0 / (1 + 2 * r + r * c[i - 1]);
    c[i] = -r * m;
    x[i] = (x[i] + r * x[i - 1]) * m;
  }
  for (int i = LEN - 2; i >= 0; i--)
    x[i] -= c[i] * x[i + 1];
}
static void sweep(double *u, double r) {
#pragma omp parallel for schedule(guided, 1500)
  for (int l = 0; l < LINES; l++)
    line(u + (size_t)l * LEN, r);
}
int main(int argc, char **argv) {
  double r = argc > 1 ? atof(argv[1]) : 0.35;
  double *u = malloc(sizeof(double) * LINES * LEN);
  for (int i = 0; i < LINES * LEN; i++)
    u[i] = (i % 61) * 0.1;
  for (int t = 0; t < 10; t++)
    sweep(u, r);
  double s = 0;
  for (int i = 0; i < LINES * LEN; i++)
    s += u[i] * (i & 3);
  printf("%.8f\n", s);
  free(u);
  return 0;
}
