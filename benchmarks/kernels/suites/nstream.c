// A triad in a loop of iterations, with its initialisation before and its check behind.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 40000
#endif
__attribute__((noinline)) double nstream(long n, int iterations) {
  double *a = malloc(n * 8), *b = malloc(n * 8), *c = malloc(n * 8), sum = 0;
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < n; i++) {
      a[i] = 0;
      b[i] = 2;
      c[i] = 2;
    }
    for (int t = 0; t < iterations; t++) {
#pragma omp for
      for (long i = 0; i < n; i++)
        a[i] += b[i] + 3.0 * c[i];
    }
  }
#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++)
    sum += a[i];
  free(a);
  free(b);
  free(c);
  return sum;
}
__attribute__((noinline)) void stream4(long n, double *a, double *b, double *c) {
  for (int t = 0; t < 4; t++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      c[i] = a[i];
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      b[i] = 3.0 * c[i];
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      c[i] = a[i] + b[i];
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] = b[i] + 3.0 * c[i];
  }
}
int main(void) {
  printf("%g\n", nstream(N, 3));
  double *a = calloc(N, 8), *b = calloc(N, 8), *c = calloc(N, 8);
  stream4(N, a, b, c);
  printf("%g\n", a[N / 2]);
}
