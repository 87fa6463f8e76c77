#include <stdio.h>
#include <stdlib.h>

#define N 2400

static void rowsums(const double *L, double *out) {
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double s = 0;
    for (int j = 0; j <= i; j++)
      s += L[(size_t)i * N + j];
    out[i] = s;
  }
}

int main(void) {
  double *L = calloc((size_t)N * N, sizeof *L);
  double *out = malloc(N * sizeof *out);
  if (!L || !out)
    return 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      L[(size_t)i * N + j] = 1.0 / (1 + (i + j) % 11);
  for (int r = 0; r < 5; r++)
    rowsums(L, out);
  double c = 0;
  for (int i = 0; i < N; i++)
    c += out[i] * (i % 3);
  printf("%.8g\n", c);
  free(L);
  free(out);
  return 0;
}
