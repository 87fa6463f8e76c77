/* Two-pass prefix sum with one block per thread; block totals in neighbouring slots, written once. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define MAXT 256

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000000;
  int *v = malloc(sizeof(int) * (size_t)n);
  long *p = malloc(sizeof(long) * (size_t)n);
  long base[MAXT + 1] = {0};
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    v[i] = i % 19 - 7;
#pragma omp parallel num_threads(8)
  {
    int t = omp_get_thread_num();
    long s = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      s += v[i];
      p[i] = s;
    }
    base[t + 1] = s;
#pragma omp barrier
    long off = 0;
    for (int k = 0; k <= t; k++)
      off += base[k];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      p[i] += off;
  }
  printf("%ld %ld\n", p[n / 2], p[n - 1]);
  free(v);
  free(p);
  return 0;
}
