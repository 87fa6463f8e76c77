/* y = A x with A stored by rows but walked by columns. */
#include <stdio.h>
#include <stdlib.h>

#define N 1500

int main(void) {
  double *A = malloc(sizeof(double) * N * N);
  double *x = malloc(sizeof(double) * N);
  double *y = calloc(N, sizeof(double));

  for (int i = 0; i < N; i++) {
    x[i] = 1.0 / (i + 1);
    for (int j = 0; j < N; j++)
      A[i * N + j] = (double)((i * 7 + j * 3) % 11) - 5.0;
  }

  for (int j = 0; j < N; j++) {
    const double xj = x[j];
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      y[i] += A[i * N + j] * xj;
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += y[i] * (i % 5 + 1);
  printf("%.12e\n", s);
  free(A);
  free(x);
  free(y);
  return 0;
}
