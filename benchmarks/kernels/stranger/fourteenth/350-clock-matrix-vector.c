/* y = A'x with A row-major: the transposed sweep is parallel over columns, then a good y = Ax. */
#include <stdio.h>
#include <stdlib.h>

#define R 1500
#define C 1000

static double a[R][C];
static double x[R], y[C], z[R];

int main(void) {
  for (int i = 0; i < R; i++) {
    x[i] = (double)(i % 12) * 0.5;
    for (int j = 0; j < C; j++)
      a[i][j] = (double)((i * 60 + j) % 43) / 43.0;
  }
  for (int it = 0; it < 3; it++) {
#pragma omp parallel for
    for (int j = 0; j < C; j++) {
      y[j] = 0.0;
      for (int i = 0; i < R; i++)
        y[j] += a[i][j] * x[i];
    }
#pragma omp parallel for
    for (int i = 0; i < R; i++) {
      double s = 0.0;
      for (int j = 0; j < C; j++)
        s += a[i][j] * y[j];
      z[i] = s;
    }
    for (int i = 0; i < R; i++)
      x[i] = z[i] * 1e-6;
  }
  double c = 0.0;
  for (int i = 0; i < R; i++)
    c += x[i] * (i % 3);
  printf("%.9f\n", c);
  return 0;
}
