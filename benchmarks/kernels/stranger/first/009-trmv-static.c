/* Lower triangular matrix times vector; work grows with the row, default static split. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, REPS = 12 };

int main(void) {
  double *L = malloc(sizeof(double) * N * N);
  double *x = malloc(sizeof(double) * N);
  double *y = malloc(sizeof(double) * N);
  if (!L || !x || !y)
    return 1;

  for (int i = 0; i < N; i++) {
    x[i] = 1.0 / (1 + i % 17);
    for (int j = 0; j < N; j++)
      L[i * N + j] = j <= i ? 1.0 / (1 + i + j) : 0.0;
  }

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      double s = 0.0;
      for (int j = 0; j <= i; j++)
        s += L[i * N + j] * x[j];
      y[i] = s;
    }
    for (int i = 0; i < N; i++)
      x[i] = 0.9 * x[i] + 0.1 * y[i];
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.9f\n", s);
  free(L);
  free(x);
  free(y);
  return 0;
}
