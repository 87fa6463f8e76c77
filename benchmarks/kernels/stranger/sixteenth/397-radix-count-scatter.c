/* One pass of a counting sort on 8 bits, block per thread; counts stored
   digit-major so that the scan runs straight through. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 600000
#define R 256
#define NT 6

static unsigned key[N], sorted[N];
static int cnt[R][NT];

int main(void) {
  unsigned s = 1u;
  for (int i = 0; i < N; i++) {
    s = s * 69069u + 5u;
    key[i] = s >> 7;
  }

#pragma omp parallel num_threads(NT)
  {
    int t = omp_get_thread_num();
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      cnt[key[i] & (R - 1)][t]++;
#pragma omp single
    {
      int at = 0;
      for (int d = 0; d < R; d++)
        for (int q = 0; q < NT; q++) {
          int c = cnt[d][q];
          cnt[d][q] = at;
          at += c;
        }
    }
#pragma omp for schedule(static)
    for (int i = 0; i < N; i++)
      sorted[cnt[key[i] & (R - 1)][t]++] = key[i];
  }

  unsigned long h = 0;
  for (int i = 0; i < N; i++)
    h = h * 31 + sorted[i];
  printf("%lu\n", h);
  return 0;
}
