#include <stdio.h>
#include <stdlib.h>

#define M 700
#define N 705

static void ger(double *A, const double *x, const double *y) {
#pragma omp parallel for collapse(2) schedule(static, 64)
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      A[i * N + j] += x[i] * y[j];
}

int main(void) {
  double *A = calloc(M * N, sizeof *A), x[M], y[N];
  if (!A)
    return 1;
  for (int i = 0; i < M; i++)
    x[i] = i % 3;
  for (int j = 0; j < N; j++)
    y[j] = j % 5;
  for (int r = 0; r < 8; r++)
    ger(A, x, y);
  double s = 0;
  for (int k = 0; k < M * N; k++)
    s += A[k];
  printf("%.1f\n", s);
  free(A);
  return 0;
}
