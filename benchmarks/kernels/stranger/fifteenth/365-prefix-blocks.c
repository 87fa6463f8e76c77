/* Two-pass inclusive prefix sum with one block per thread. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 3000000;
  int *in = malloc(sizeof(int) * n);
  long *out = malloc(sizeof(long) * n);
  long *part = calloc(omp_get_max_threads() + 1, sizeof(long));
  for (int i = 0; i < n; i++)
    in[i] = i * 7 % 13 - 4;

#pragma omp parallel
  {
    const int t = omp_get_thread_num(), nt = omp_get_num_threads();
    const int lo = (int)((long)n * t / nt), hi = (int)((long)n * (t + 1) / nt);
    long s = 0;
    for (int i = lo; i < hi; i++) {
      s += in[i];
      out[i] = s;
    }
    part[t + 1] = s;
#pragma omp barrier
    long base = 0;
    for (int q = 1; q <= t; q++)
      base += part[q];
    for (int i = lo; i < hi; i++)
      out[i] += base;
  }

  unsigned long c = 0;
  for (int i = 0; i < n; i += 101)
    c = c * 17 + (unsigned long)out[i];
  printf("last %ld, checksum %lu\n", out[n - 1], c);
  free(in);
  free(out);
  free(part);
  return 0;
}
