#include <stdio.h>

#define N 384
#define T 32

static float A[N][N] __attribute__((aligned(64)));
static float B[N][N] __attribute__((aligned(64)));
static float C[N][N] __attribute__((aligned(64)));

static void gemm(void) {
#pragma omp parallel for collapse(2) schedule(dynamic, 1)
  for (int bi = 0; bi < N; bi += T)
    for (int bj = 0; bj < N; bj += T)
      for (int bk = 0; bk < N; bk += T)
        for (int i = bi; i < bi + T; i++)
          for (int k = bk; k < bk + T; k++) {
            float a = A[i][k];
            for (int j = bj; j < bj + T; j++)
              C[i][j] += a * B[k][j];
          }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      A[i][j] = (float)((i * j) % 3);
      B[i][j] = (float)((i + j) % 4);
    }
  gemm();
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += C[i][j];
  printf("%.1f\n", s);
  return 0;
}
