#include <stdio.h>

#define N 320

static double A[N][N], B[N][N], C[N][N];

static void matmul(void) {
  int i, j, k;
#pragma omp parallel for private(j, k) schedule(static)
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++) {
      double acc = 0;
      for (k = 0; k < N; k++)
        acc += A[i][k] * B[k][j];
      C[i][j] = acc;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (i + j) % 7;
      B[i][j] = (i * j) % 5;
    }
  matmul();
  double tr = 0;
  for (int i = 0; i < N; i++)
    tr += C[i][i] + C[i][N - 1 - i];
  printf("%.1f\n", tr);
  return 0;
}
