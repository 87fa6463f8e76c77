/* Radix sort, counts of a digit: [digit][thread], so that threads write side by side. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 2

static unsigned counts[256][THREADS];

int main(void) {
  const int n = 1000000;
  unsigned *key = malloc(n * sizeof *key);
  for (int i = 0; i < n; i++)
    key[i] = (unsigned)i * 2246822519u;

#pragma omp parallel num_threads(THREADS)
  {
    int me = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      counts[key[i] >> 24][me]++;
  }

  unsigned long s = 0;
  for (int d = 0; d < 256; d++)
    s += (unsigned long)d * (counts[d][0] + counts[d][THREADS - 1]);
  printf("%lu\n", s);
  free(key);
  return 0;
}
