/* Counts 8-mers of a synthetic genome, per-thread tables merged at the end. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define K 8
#define NK (1 << (2 * K))

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1500000;
  unsigned char *seq = malloc(n);
  unsigned x = 7u;
  for (int i = 0; i < n; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    seq[i] = x & 3;
  }

  int nt = omp_get_max_threads();
  unsigned *tab = calloc((size_t)nt * NK, sizeof *tab);
  unsigned *total = malloc(NK * sizeof *total);

#pragma omp parallel
  {
    unsigned *mine = tab + (size_t)omp_get_thread_num() * NK;
#pragma omp for schedule(static)
    for (int i = 0; i < n - K + 1; i++) {
      unsigned key = 0;
      for (int k = 0; k < K; k++)
        key = key << 2 | seq[i + k];
      mine[key]++;
    }
#pragma omp for schedule(static)
    for (int k = 0; k < NK; k++) {
      unsigned c = 0;
      for (int t = 0; t < nt; t++)
        c += tab[(size_t)t * NK + k];
      total[k] = c;
    }
  }

  unsigned long h = 0;
  for (int k = 0; k < NK; k++)
    h = h * 31 + total[k];
  printf("checksum %lu\n", h);
  free(seq);
  free(tab);
  free(total);
  return 0;
}
