#include <stdio.h>
#include <stdlib.h>

#define N 320

static double A[N][N] __attribute__((aligned(64)));

static void lu(void) {
  for (int k = 0; k < N - 1; k++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = k + 1; i < N; i++) {
      double m = A[i][k] / A[k][k];
      A[i][k] = m;
      for (int j = k + 1; j < N; j++)
        A[i][j] -= m * A[k][j];
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = i == j ? N : 1.0 / (1 + abs(i - j));
  lu();
  double d = 0;
  for (int i = 0; i < N; i++)
    d += A[i][i];
  printf("%.8f\n", d);
  return 0;
}
