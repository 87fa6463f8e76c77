/* Dice: the state of a generator of each thread in one array, and a table of
   what was thrown, one row of bytes apart. */
#include <omp.h>
#include <stdio.h>

static unsigned seed[8];
static long thrown[8][8];

int main(void) {
  for (int t = 0; t < 8; t++)
    seed[t] = 12345u + (unsigned)t;

#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < 2000000; i++) {
      seed[me] = seed[me] * 1664525u + 1013904223u;
      thrown[me][(seed[me] >> 16) % 6]++;
    }
  }

  long s = 0;
  for (int t = 0; t < 8; t++)
    for (int k = 0; k < 6; k++)
      s += thrown[t][k] * k;
  printf("%ld\n", s);
  return 0;
}
