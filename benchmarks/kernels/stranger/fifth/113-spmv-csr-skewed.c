#include <stdio.h>
#include <stdlib.h>

#define N 20000

static int rowptr[N + 1];

static void mult(const int *cidx, const float *v, const float *x, float *y) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    float acc = 0.f;
    for (int k = rowptr[i]; k < rowptr[i + 1]; k++)
      acc += v[k] * x[cidx[k]];
    y[i] = acc;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    rowptr[i + 1] = rowptr[i] + 2 + 400000 / (i + 200);
  int nnz = rowptr[N];
  int *c = malloc(nnz * sizeof *c);
  float *v = malloc(nnz * sizeof *v), *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
  if (!c || !v || !x || !y)
    return 1;
  unsigned s = 1;
  for (int k = 0; k < nnz; k++) {
    s = s * 1664525u + 1013904223u;
    c[k] = (int)((s >> 8) % N);
    v[k] = (float)(s >> 28) * 0.125f;
  }
  for (int i = 0; i < N; i++)
    x[i] = (float)(i % 9);
  for (int r = 0; r < 8; r++)
    mult(c, v, x, y);
  double t = 0;
  for (int i = 0; i < N; i++)
    t += y[i];
  printf("nnz %d sum %.2f\n", nnz, t);
  free(c);
  free(v);
  free(x);
  free(y);
  return 0;
}
