#include <stdio.h>
#include <stdlib.h>

#define LOGN 17
#define N (1 << LOGN)

static void bitonic(int *a) {
  for (int k = 2; k <= N; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
#pragma omp parallel for schedule(static)
      for (int i = 0; i < N; i++) {
        int p = i ^ j;
        if (p > i) {
          int up = (i & k) == 0;
          if ((a[i] > a[p]) == up) {
            int t = a[i];
            a[i] = a[p];
            a[p] = t;
          }
        }
      }
    }
}

int main(void) {
  int *a = malloc(N * sizeof *a);
  if (!a)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = (int)((i * 2654435761u) >> 4);
  bitonic(a);
  int bad = 0;
  for (int i = 1; i < N; i++)
    bad += a[i - 1] > a[i];
  printf("bad=%d min=%d max=%d\n", bad, a[0], a[N - 1]);
  free(a);
  return 0;
}
