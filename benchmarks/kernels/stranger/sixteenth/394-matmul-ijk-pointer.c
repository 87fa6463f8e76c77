/* Response matrix times calibration matrix, naive i-j-k with flat pointers. */
#include <stdio.h>
#include <stdlib.h>

static void mult(int n, const double *a, const double *b, double *c) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i * n + j] = 0.0;
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 256;
  double *a = malloc(sizeof(double) * n * n);
  double *b = malloc(sizeof(double) * n * n);
  double *c = malloc(sizeof(double) * n * n);
  for (int i = 0; i < n * n; i++) {
    a[i] = i % 17 - 8;
    b[i] = i % 13 - 6;
  }
  mult(n, a, b, c);
  double s = 0.0;
  for (int i = 0; i < n * n; i++)
    s += c[i] * (i % 5);
  printf("%.3f\n", s);
  free(a);
  free(b);
  free(c);
  return 0;
}
