#include <stdio.h>
#include <stdlib.h>

#define N 450
#define K 200

static void syrk(double C[N][N], double A[N][K]) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < K; k++)
        s += A[i][k] * A[j][k];
      C[i][j] = s;
    }
}

int main(void) {
  double(*C)[N] = calloc(N, sizeof *C);
  double(*A)[K] = malloc(N * sizeof *A);
  if (!C || !A)
    return 1;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++)
      A[i][k] = (i * k % 7) - 3.0;
  for (int r = 0; r < 4; r++)
    syrk(C, A);
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      s += C[i][j] * ((i + j) % 2 ? 1 : -1);
  printf("%.1f\n", s);
  free(C);
  free(A);
  return 0;
}
