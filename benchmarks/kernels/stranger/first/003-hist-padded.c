/* 16-bin histogram of floats, per-thread bins padded to whole cache lines so threads never share one. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 24000000, BINS = 16, MAXT = 32 };

struct bins {
  _Alignas(128) long c[BINS];
};

static struct bins h[MAXT];

int main(void) {
  float *v = malloc(N * sizeof *v);
  if (!v)
    return 1;
  for (int i = 0; i < N; i++)
    v[i] = (float)((i * 2654435761u) >> 8) / (float)(1 << 24);

#pragma omp parallel
  {
    struct bins *mine = &h[omp_get_thread_num()];
#pragma omp for
    for (int i = 0; i < N; i++) {
      int k = (int)(v[i] * BINS);
      if (k >= BINS)
        k = BINS - 1;
      mine->c[k]++;
    }
  }

  unsigned long sum = 0;
  for (int k = 0; k < BINS; k++) {
    long n = 0;
    for (int t = 0; t < MAXT; t++)
      n += h[t].c[k];
    sum = sum * 31 + (unsigned long)n;
  }
  printf("%lu\n", sum);
  free(v);
  return 0;
}
