#include <omp.h>
#include <stdio.h>

#define MAXT 64
#define N 4000000

static volatile long hits[MAXT];

static void count(unsigned seed) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++) {
      unsigned h = (unsigned)i * 2654435761u ^ seed;
      h ^= h >> 15;
      if ((h & 7) < 3)
        hits[t]++;
    }
  }
}

int main(void) {
  count(12345u);
  long total = 0;
  for (int t = 0; t < MAXT; t++)
    total += hits[t];
  printf("hits %ld of %d\n", total, N);
  return 0;
}
