#include <stdio.h>
#include <stdlib.h>

static void gemv(int n, const double *A, const double *x, double *y) {
  int i, j;
#pragma omp parallel for default(none) shared(n, A, x, y) private(j) schedule(static)
  for (i = 0; i < n; i++) {
    double t = 0;
    for (j = 0; j < n; j++)
      t += A[(long)i * n + j] * x[j];
    y[i] = t;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500;
  double *A = malloc(sizeof(double) * n * n);
  double *x = malloc(sizeof(double) * n), *y = malloc(sizeof(double) * n);
  if (!A || !x || !y)
    return 1;
  for (long k = 0; k < (long)n * n; k++)
    A[k] = (double)(k % 19) - 9;
  for (int i = 0; i < n; i++)
    x[i] = i % 6;
  for (int r = 0; r < 10; r++)
    gemv(n, A, x, y);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * (i + 1);
  printf("%.1f\n", s);
  free(A);
  free(x);
  free(y);
  return 0;
}
