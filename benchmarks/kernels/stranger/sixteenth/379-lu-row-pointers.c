/* Gaussian elimination without pivoting on row pointers. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const int n = 280;
  double **a = malloc(sizeof *a * n);
  for (int i = 0; i < n; i++) {
    a[i] = malloc(sizeof **a * n);
    for (int j = 0; j < n; j++)
      a[i][j] = (i == j ? n : 0) + (double)((i * 3 + j * 5) % 7);
  }

  for (int k = 0; k < n - 1; k++) {
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < n; i++) {
      double f = a[i][k] / a[k][k];
      a[i][k] = f;
      for (int j = k + 1; j < n; j++)
        a[i][j] -= f * a[k][j];
    }
  }

  double tr = 0.0;
  for (int i = 0; i < n; i++) {
    tr += a[i][i] + a[i][(i * 7) % n];
    free(a[i]);
  }
  printf("%.9e\n", tr);
  free(a);
  return 0;
}
