/* 5-point Jacobi relaxation on a square grid, two buffers swapped every sweep, plain static schedule. */
#include <stdio.h>
#include <stdlib.h>

#define N 1026
#define SWEEPS 60

static double a[N][N], b[N][N];

static void sweep(double (*restrict dst)[N], double (*restrict src)[N]) {
#pragma omp parallel for schedule(static)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      dst[i][j] = 0.25 * (src[i - 1][j] + src[i + 1][j] + src[i][j - 1] + src[i][j + 1]);
}

int main(void) {
  for (int i = 0; i < N; i++)
    a[i][0] = b[i][0] = 1.0 + 0.001 * i;
  for (int j = 0; j < N; j++)
    a[N - 1][j] = b[N - 1][j] = -1.0;

  for (int t = 0; t < SWEEPS; t += 2) {
    sweep(b, a);
    sweep(a, b);
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += a[i][j];
  printf("%.8f\n", s);
  return 0;
}
