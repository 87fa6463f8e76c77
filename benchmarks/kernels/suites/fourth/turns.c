// Transpositions: of floats in blocks, in place over the diagonal, of planes of a box, and there and back.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 240
#endif
#define B 16
__attribute__((noinline)) void turns(float *restrict a, float *restrict b, int n) {
#pragma omp parallel for collapse(2)
  for (int ii = 0; ii < n; ii += B)
    for (int jj = 0; jj < n; jj += B)
      for (int i = ii; i < ii + B; i++)
        for (int j = jj; j < jj + B; j++)
          b[j * n + i] = a[i * n + j];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = 2 * b[j * n + i];
}

__attribute__((noinline)) void in_place(float *a, int n) {
#pragma omp parallel for schedule(guided)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++) {
      float swap = a[i * n + j];
      a[i * n + j] = a[j * n + i];
      a[j * n + i] = swap;
    }
}

#define X 24
#define Y 30
#define Z 36
__attribute__((noinline)) void planes(const double *restrict in, double *restrict out) {
#pragma omp parallel
  {
#pragma omp for
    for (int z = 0; z < Z; z++)
      for (int y = 0; y < Y; y++)
        for (int x = 0; x < X; x++)
          out[(x * Y + y) * Z + z] = in[(z * Y + y) * X + x];
#pragma omp for
    for (int x = 0; x < X; x++)
      for (int y = 0; y < Y; y++)
        for (int z = 0; z < Z; z++)
          out[(x * Y + y) * Z + z] *= 1.0 / (X * Y * Z);
  }
}

int main(void) {
  float *a = calloc(N * N, sizeof *a), *b = calloc(N * N, sizeof *b);
  double *in = calloc(X * Y * Z, sizeof *in), *out = calloc(X * Y * Z, sizeof *out);
  turns(a, b, N);
  in_place(a, N);
  planes(in, out);
  planes(in, out);
  printf("%g %g\n", a[N], out[1]);
}
