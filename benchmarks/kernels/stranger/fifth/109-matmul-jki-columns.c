#include <stdio.h>

#define N 256

static float A[N][N], B[N][N], C[N][N];

static void gemm_jki(void) {
#pragma omp parallel for schedule(static, 1)
  for (int j = 0; j < N; j++)
    for (int k = 0; k < N; k++) {
      float b = B[k][j];
      for (int i = 0; i < N; i++)
        C[i][j] += A[i][k] * b;
    }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (float)((i ^ j) & 3);
      B[i][j] = (float)((i + 2 * j) & 7);
      C[i][j] = 0;
    }
  gemm_jki();
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += C[i][j];
  printf("%.1f\n", s);
  return 0;
}
