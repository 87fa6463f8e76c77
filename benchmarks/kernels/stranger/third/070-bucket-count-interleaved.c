/* Bucket counts indexed [bucket][thread], so the threads' counters of one bucket share a line on purpose or not. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 6000000, NB = 128, MAXT = 8 };

static unsigned count[NB][MAXT];

int main(void) {
  unsigned short *key = malloc(N * sizeof *key);
  if (!key)
    return 1;
  unsigned s = 77;
  for (int i = 0; i < N; i++) {
    s = s * 22695477u + 1u;
    key[i] = (unsigned short)(s >> 16);
  }

  for (int rep = 0; rep < 4; rep++) {
#pragma omp parallel num_threads(4)
    {
      int t = omp_get_thread_num();
#pragma omp for nowait
      for (int i = 0; i < N; i++)
        count[key[i] % NB][t]++;
    }
  }

  unsigned long h = 0;
  for (int b = 0; b < NB; b++) {
    unsigned c = 0;
    for (int t = 0; t < MAXT; t++)
      c += count[b][t];
    h = h * 131 + c;
  }
  printf("%lu\n", h);
  free(key);
  return 0;
}
