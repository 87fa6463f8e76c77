/* out-of-place transpose of a power-of-two matrix, column writes */
#include <stdio.h>
#include <stdlib.h>
#define N 1024

static void transpose(const double *restrict in, double *restrict out, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      out[(size_t)j * n + i] = in[(size_t)i * n + j];
}
int main(void) {
  double *a = malloc(sizeof(double) * N * N);
  double *b = malloc(sizeof(double) * N * N);
  for (int i = 0; i < N * N; i++)
    a[i] = (double)(i % 1009);
  for (int rep = 0; rep < 3; rep++) {
    transpose(a, b, N);
    transpose(b, a, N);
  }
  transpose(a, b, N);
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += b[i * N + j] * (j + 1);
  printf("%.1f\n", s);
  free(a);
  free(b);
  return 0;
}
