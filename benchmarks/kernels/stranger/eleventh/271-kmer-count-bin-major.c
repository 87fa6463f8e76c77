/* DNA 3-mer counting; table laid out [kmer][thread] */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define LEN 3000000
#define KM 64
#define MAXT 16
static unsigned char base[LEN];
static int count[KM][MAXT];

static void count_kmers(void) {
#pragma omp parallel num_threads(8)
  {
    int t = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < LEN - 2; i++) {
      int k = base[i] << 4 | base[i + 1] << 2 | base[i + 2];
      count[k][t]++;
    }
  }
}
int main(void) {
  unsigned r = 4;
  for (int i = 0; i < LEN; i++) {
    r = r * 1664525u + 1013904223u;
    base[i] = (r >> 28) % 4;
  }
  count_kmers();
  long s = 0;
  int top = 0;
  for (int k = 0; k < KM; k++) {
    int c = 0;
    for (int t = 0; t < MAXT; t++)
      c += count[k][t];
    s += (long)c * (k + 1);
    if (c > top)
      top = c;
  }
  printf("%ld top %d\n", s, top);
  return 0;
}
