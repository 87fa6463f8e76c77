/* Bitonic network sorting parcel weights; every stage is one parallel loop over all indices. */
#include <stdio.h>
#include <stdlib.h>

#define LOGN 16
#define N (1 << LOGN)

static unsigned wt[N];

int main(void) {
  unsigned s = 1u;
  for (int i = 0; i < N; i++) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    wt[i] = s % 100000u;
  }
  for (int k = 2; k <= N; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
#pragma omp parallel for schedule(static, 4)
      for (int i = 0; i < N; i++) {
        int o = i ^ j;
        if (o > i) {
          int up = (i & k) == 0;
          if ((wt[i] > wt[o]) == up) {
            unsigned t = wt[i];
            wt[i] = wt[o];
            wt[o] = t;
          }
        }
      }
    }
  unsigned long c = 0;
  for (int i = 0; i < N; i++)
    c = c * 3 + wt[i];
  printf("%lu\n", c);
  return 0;
}
