// Eliminations of a full matrix, and of a symmetric one column by column, with the triangle that solves behind.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 110
#endif
__attribute__((noinline)) void eliminate(double *a, int n) {
  for (int k = 0; k < n - 1; k++) {
#pragma omp parallel for schedule(guided)
    for (int i = k + 1; i < n; i++) {
      a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
  }
}

__attribute__((noinline)) void left_looking(double *l, int n) {
  for (int j = 0; j < n; j++) {
#pragma omp parallel for
    for (int i = j; i < n; i++)
      for (int k = 0; k < j; k++)
        l[i * n + j] -= l[i * n + k] * l[j * n + k];
#pragma omp parallel for
    for (int i = j + 1; i < n; i++)
      l[i * n + j] /= l[j * n + j];
  }
}

__attribute__((noinline)) void many_sides(const double *l, double *x, int n, int sides) {
#pragma omp parallel for
  for (int s = 0; s < sides; s++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
        x[i * sides + s] -= l[i * n + j] * x[j * sides + s];
}

int main(void) {
  double *a = malloc(N * N * sizeof *a), *l = malloc(N * N * sizeof *l), *x = malloc(N * 40 * sizeof *x);
  for (int i = 0; i < N * N; i++)
    a[i] = l[i] = i % (N + 1) ? 1.0 / (1 + i % 7) : 4.0 * N;
  for (int i = 0; i < N * 40; i++)
    x[i] = i % 5;
  eliminate(a, N);
  left_looking(l, N);
  many_sides(l, x, N, 40);
  printf("%g %g %g\n", a[N + 1], l[N + 1], x[41]);
}
