/* Left-looking Cholesky by columns on a row-major malloc'd matrix, guided schedule on the rows below the diagonal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 800 };

int main(void) {
  double(*a)[N] = malloc(sizeof(double[N][N]));
  if (!a)
    return 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      a[i][j] = i == j ? 2.0 * N : 1.0 / (1 + i + j);

  for (int k = 0; k < N; k++) {
    double d = a[k][k];
    for (int j = 0; j < k; j++)
      d -= a[k][j] * a[k][j];
    d = sqrt(d);
    a[k][k] = d;
#pragma omp parallel for schedule(guided)
    for (int i = k + 1; i < N; i++) {
      double s = a[i][k];
      for (int j = 0; j < k; j++)
        s -= a[i][j] * a[k][j];
      a[i][k] = s / d;
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      s += a[i][j];
  printf("%.9f\n", s);
  free(a);
  return 0;
}
