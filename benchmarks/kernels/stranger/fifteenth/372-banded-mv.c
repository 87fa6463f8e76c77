/* Band matrix in LAPACK-like storage: diagonals are the rows of `ab`. */
#include <stdio.h>
#include <stdlib.h>

#define KL 4
#define KU 3
#define ND (KL + KU + 1)

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100000;
  double *ab = malloc(sizeof(double) * ND * n);
  double *x = malloc(sizeof(double) * n);
  double *y = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    x[i] = (i % 100) * 0.01;
  for (int d = 0; d < ND; d++)
    for (int i = 0; i < n; i++)
      ab[(size_t)d * n + i] = 1.0 / (1 + d) + (i % 3);

  for (int it = 0; it < 4; it++) {
#pragma omp parallel for schedule(static)
    for (int i = KL; i < n - KU; i++) {
      double s = 0.0;
      for (int d = 0; d < ND; d++)
        s += ab[(size_t)d * n + i] * x[i + d - KL];
      y[i] = s;
    }
#pragma omp parallel for schedule(static)
    for (int i = KL; i < n - KU; i++)
      x[i] = 0.05 * y[i];
  }

  double c = 0.0;
  for (int i = 0; i < n; i++)
    c += x[i];
  printf("%.10e\n", c);
  free(ab);
  free(x);
  free(y);
  return 0;
}
