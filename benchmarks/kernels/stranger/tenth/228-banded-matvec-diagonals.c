/* heptadiagonal matrix stored by diagonals, power iteration */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 300000
#define ND 7
static const int off[ND] = {-550, -23, -1, 0, 1, 23, 550};
static double *diag[ND];

static void matvec(const double *x, double *y) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int d = 0; d < ND; d++) {
      int j = i + off[d];
      if (j < 0 || j >= N)
        continue;
      s += diag[d][i] * x[j];
    }
    y[i] = s;
  }
}
static double normalise(double *y) {
  double n2 = 0;
#pragma omp parallel for schedule(static) reduction(+ : n2)
  for (int i = 0; i < N; i++)
    n2 += y[i] * y[i];
  double inv = 1.0 / sqrt(n2);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    y[i] *= inv;
  return sqrt(n2);
}
int main(void) {
  double *x = malloc(N * sizeof(double)), *y = malloc(N * sizeof(double)), lam = 0;
  for (int d = 0; d < ND; d++) {
    diag[d] = malloc(N * sizeof(double));
    for (int i = 0; i < N; i++)
      diag[d][i] = off[d] ? -1.0 + 0.001 * (i % 9) : 6.5;
  }
  for (int i = 0; i < N; i++)
    x[i] = 1.0 + (i % 5) * 0.1;
  for (int it = 0; it < 15; it++) {
    matvec(x, y);
    lam = normalise(y);
    double *t = x;
    x = y;
    y = t;
  }
  printf("lambda %.10f\n", lam);
  return 0;
}
