#include <limits.h>
#include <stdio.h>

#define N 240

static long cost[N][N];
static int dim[N + 1];

static long chain(void) {
  for (int len = 2; len <= N; len++) {
#pragma omp parallel for schedule(dynamic, 4)
    for (int i = 0; i <= N - len; i++) {
      int j = i + len - 1;
      long best = LONG_MAX;
      for (int k = i; k < j; k++) {
        long c = cost[i][k] + cost[k + 1][j] + (long)dim[i] * dim[k + 1] * dim[j + 1];
        if (c < best)
          best = c;
      }
      cost[i][j] = best;
    }
  }
  return cost[0][N - 1];
}

int main(void) {
  for (int i = 0; i <= N; i++)
    dim[i] = 5 + (i * 37) % 29;
  printf("%ld\n", chain());
  return 0;
}
