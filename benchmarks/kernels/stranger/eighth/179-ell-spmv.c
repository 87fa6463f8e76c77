#include <stdio.h>
#include <stdlib.h>

#define N 60000
#define K 7

static int col[K][N];
static double val[K][N];

static void ell(const double *x, double *y) {
#pragma omp parallel for schedule(static, 1)
  for (int r = 0; r < N; r++) {
    double s = 0;
    for (int k = 0; k < K; k++)
      s += val[k][r] * x[col[k][r]];
    y[r] = s;
  }
}

int main(void) {
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  if (!x || !y)
    return 1;
  for (int r = 0; r < N; r++) {
    x[r] = r % 12;
    for (int k = 0; k < K; k++) {
      col[k][r] = (r + (k - 3) * 50 + N) % N;
      val[k][r] = k == 3 ? 6.0 : -1.0;
    }
  }
  for (int i = 0; i < 10; i++)
    ell(x, y);
  double s = 0;
  for (int r = 0; r < N; r++)
    s += y[r] * y[r];
  printf("%.2f\n", s);
  free(x);
  free(y);
  return 0;
}
