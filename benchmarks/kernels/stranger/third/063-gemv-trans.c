/* y = A^T x with the natural loop order for y: each thread owns columns and strides down A by a full row. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int m = 1999, n = 1777;
  double *A = malloc(sizeof(double) * m * n);
  double *x = malloc(sizeof(double) * m);
  double *y = malloc(sizeof(double) * n);
  if (!A || !x || !y)
    return 1;
  for (int i = 0; i < m; i++) {
    x[i] = 1.0 / (i + 1);
    for (int j = 0; j < n; j++)
      A[i * n + j] = (i - j) % 6;
  }

  for (int rep = 0; rep < 4; rep++) {
#pragma omp parallel for schedule(dynamic, 8)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int i = 0; i < m; i++)
        s += A[i * n + j] * x[i];
      y[j] = s;
    }
    x[rep] += 1e-3 * y[rep];
  }

  double s = 0;
  for (int j = 0; j < n; j++)
    s += y[j] * y[j];
  printf("%.9f\n", s);
  free(A);
  free(x);
  free(y);
  return 0;
}
