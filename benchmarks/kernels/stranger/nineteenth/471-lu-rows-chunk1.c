/* Decomposition of a matrix without pivots, rows round the team. */
#include <stdio.h>

#define N 256

static double a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? N : 1.0 / (1 + i + j);
  for (int k = 0; k < N - 1; k++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = k + 1; i < N; i++) {
      double f = a[i][k] /= a[k][k];
      for (int j = k + 1; j < N; j++)
        a[i][j] -= f * a[k][j];
    }
  }
  printf("%.9f\n", a[N - 1][N - 1]);
  return 0;
}
