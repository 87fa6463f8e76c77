/* Inclusive prefix sum in two passes, SPMD region with hand-made bounds and one partial sum per thread. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 12000000
#define MAXT 128

static long partial[MAXT + 1];

int main(void) {
  long *a = malloc(N * sizeof *a);
  if (!a)
    return 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = i % 13 - 5;

#pragma omp parallel
  {
    int p = omp_get_num_threads(), me = omp_get_thread_num();
    long lo = (long)N * me / p, hi = (long)N * (me + 1) / p;
    for (long i = lo + 1; i < hi; i++)
      a[i] += a[i - 1];
    partial[me + 1] = a[hi - 1];
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= p; t++)
      partial[t] += partial[t - 1];
    long off = partial[me];
    for (long i = lo; i < hi; i++)
      a[i] += off;
  }

  unsigned long h = 0;
  for (int i = 0; i < N; i += 1000)
    h = h * 37 + (unsigned long)a[i];
  printf("%lu %ld\n", h, a[N - 1]);
  free(a);
  return 0;
}
