// Transposition in tiles and plain, in a loop of iterations: the source grows by one after each.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 200
#endif
#ifndef TILE
#define TILE 20
#endif
__attribute__((noinline)) void plain(int n, double *restrict a, double *restrict b, int iterations) {
  for (int t = 0; t < iterations; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        b[i + (long)n * j] += a[j + (long)n * i];
        a[j + (long)n * i] += 1.0;
      }
  }
}
__attribute__((noinline)) void tiled(int n, double *restrict a, double *restrict b, int iterations) {
  for (int t = 0; t < iterations; t++) {
#pragma omp parallel for
    for (int it = 0; it < n; it += TILE)
      for (int jt = 0; jt < n; jt += TILE)
        for (int i = it; i < (it + TILE < n ? it + TILE : n); i++)
          for (int j = jt; j < (jt + TILE < n ? jt + TILE : n); j++) {
            b[i + (long)n * j] += a[j + (long)n * i];
            a[j + (long)n * i] += 1.0;
          }
  }
}
int main(void) {
  double *a = malloc(8L * N * N), *b = malloc(8L * N * N);
  for (long i = 0; i < (long)N * N; i++) {
    a[i] = i;
    b[i] = 0;
  }
  plain(N, a, b, 3);
  tiled(N, a, b, 3);
  printf("%g\n", b[N]);
}
