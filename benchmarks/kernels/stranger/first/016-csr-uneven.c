/* CSR matrix-vector product with a few very long rows; dynamic chunks of 64 rows. */
#include <stdio.h>
#include <stdlib.h>

#define N 60000
#define REPS 60

int main(void) {
  int *ptr = malloc((N + 1) * sizeof(int));
  if (!ptr)
    return 1;
  ptr[0] = 0;
  for (int i = 0; i < N; i++)
    ptr[i + 1] = ptr[i] + (i % 1000 == 0 ? 3000 : 3 + i % 9);
  int nnz = ptr[N];
  int *col = malloc(nnz * sizeof(int));
  double *val = malloc(nnz * sizeof(double));
  double *x = malloc(N * sizeof(double)), *y = malloc(N * sizeof(double));
  if (!col || !val || !x || !y)
    return 1;

  unsigned seed = 99;
  for (int k = 0; k < nnz; k++) {
    seed = seed * 1103515245u + 12345u;
    col[k] = (int)((seed >> 8) % N);
    val[k] = 1.0 / (1 + k % 5);
  }
  for (int i = 0; i < N; i++)
    x[i] = 1.0;

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(dynamic, 64)
    for (int i = 0; i < N; i++) {
      double s = 0;
      for (int k = ptr[i]; k < ptr[i + 1]; k++)
        s += val[k] * x[col[k]];
      y[i] = s / (ptr[i + 1] - ptr[i]);
    }
    double *t = x;
    x = y;
    y = t;
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    s += x[i];
  printf("%.10e\n", s);
  free(ptr);
  free(col);
  free(val);
  free(x);
  free(y);
  return 0;
}
