/* right-looking Cholesky; the trailing update is a shrinking triangle */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 480

static void cholesky(double (*a)[N]) {
  for (int k = 0; k < N; k++) {
    a[k][k] = sqrt(a[k][k]);
    double inv = 1.0 / a[k][k];
    for (int i = k + 1; i < N; i++)
      a[i][k] *= inv;
#pragma omp parallel for schedule(static)
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j <= i; j++)
        a[i][j] -= a[i][k] * a[j][k];
  }
}
int main(void) {
  double(*a)[N] = malloc(sizeof(double[N][N]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? N + 1.0 : 1.0 / (1 + abs(i - j));
  cholesky(a);
  double tr = 0, off = 0;
  for (int i = 0; i < N; i++) {
    tr += a[i][i];
    for (int j = 0; j < i; j++)
      off += a[i][j];
  }
  printf("trace %.8f lower %.8f\n", tr, off);
  free(a);
  return 0;
}
