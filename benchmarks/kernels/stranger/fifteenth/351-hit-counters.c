/* Count detector hits per layer; every thread keeps its own row of counters. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NHITS 2000000
#define NLAYER 6
#define MAXT 64

static unsigned short channel[NHITS];
static long count[MAXT][NLAYER];

int main(void) {
  unsigned s = 12345u;
  for (int i = 0; i < NHITS; i++) {
    s = s * 1664525u + 1013904223u;
    channel[i] = (unsigned short)(s >> 16);
  }

#pragma omp parallel num_threads(8)
  {
    int t = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < NHITS; i++) {
      int layer = channel[i] % NLAYER;
      count[t][layer]++;
    }
  }

  long sum = 0;
  for (int l = 0; l < NLAYER; l++) {
    long c = 0;
    for (int t = 0; t < MAXT; t++)
      c += count[t][l];
    printf("layer %d: %ld\n", l, c);
    sum += c * (l + 1);
  }
  printf("checksum %ld\n", sum);
  return 0;
}
