/* A x and A^T y of the same square matrix, a power of two wide. */
#include <stdio.h>

#define N 1024

static double a[N][N], x[N], y[N], ax[N], aty[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = 1.0 / (i + 1);
    y[i] = i % 4;
    for (int j = 0; j < N; j++)
      a[i][j] = (i * 3 + j) % 10;
  }

#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++) {
      double s = 0.0;
      for (int j = 0; j < N; j++)
        s += a[i][j] * x[j];
      ax[i] = s;
    }
#pragma omp for
    for (int j = 0; j < N; j++) {
      double s = 0.0;
      for (int i = 0; i < N; i++)
        s += a[i][j] * y[i];
      aty[j] = s;
    }
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += ax[i] - aty[i];
  printf("%.6f\n", s);
  return 0;
}
