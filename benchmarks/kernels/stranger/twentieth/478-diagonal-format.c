/* Product of a banded matrix stored by diagonals. */
#include <stdio.h>

#define N 100000
#define D 7

static double diag[D][N], x[N + 6], y[N];

int main(void) {
  for (int d = 0; d < D; d++)
    for (int i = 0; i < N; i++)
      diag[d][i] = d - 3 + i * 1e-6;
  for (int i = 0; i < N + 6; i++)
    x[i] = 1.0 + i % 3;
  for (int d = 0; d < D; d++) {
#pragma omp parallel for schedule(static, 3)
    for (int i = 0; i < N; i++)
      y[i] += diag[d][i] * x[i + d];
  }
  printf("%.6f\n", y[N / 2]);
  return 0;
}
