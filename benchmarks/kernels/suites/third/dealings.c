// Streams in a loop over time, each dealt out in its own way, so that threads come to lines that others had.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 30000
#endif
static double sa[N], sb[N], sc[N], sd[N];

__attribute__((noinline)) void dealings_static(int times) {
  for (int t = 0; t < times; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      sc[i] = sa[i];
#pragma omp parallel for schedule(static, 16)
    for (int i = 0; i < N; i++)
      sb[i] = 3 * sc[i];
#pragma omp parallel for schedule(dynamic, 100)
    for (int i = 0; i < N; i++)
      sd[i] = sa[i] + sb[i];
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < N; i++)
      sa[i] = sb[i] + 3 * sd[i];
#pragma omp parallel for schedule(static)
    for (int i = N - 1; i >= 0; i--)
      sc[i] += sd[i];
  }
}

__attribute__((noinline)) void dealings_heap(double *restrict a, double *restrict b, double *restrict c,
                                             double *restrict d, int times) {
  for (int t = 0; t < times; t++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < N; i++)
      c[i] = a[i];
#pragma omp parallel for schedule(static, 16)
    for (int i = 0; i < N; i++)
      b[i] = 3 * c[i];
#pragma omp parallel for schedule(dynamic, 100)
    for (int i = 0; i < N; i++)
      d[i] = a[i] + b[i];
#pragma omp parallel for schedule(guided)
    for (int i = 0; i < N; i++)
      a[i] = b[i] + 3 * d[i];
#pragma omp parallel for schedule(static)
    for (int i = N - 1; i >= 0; i--)
      c[i] += d[i];
  }
}

int main(void) {
  double *h[4];
  for (int k = 0; k < 4; k++)
    h[k] = calloc(N, sizeof(double));
  h[0][1] = sa[1] = 1;
  dealings_static(3);
  dealings_heap(h[0], h[1], h[2], h[3], 3);
  printf("%g %g\n", sa[7], h[0][7]);
}
