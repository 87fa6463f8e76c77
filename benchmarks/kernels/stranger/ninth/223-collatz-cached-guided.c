/* Collatz stopping times, stopping at a read-only cache of small values */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define CACHE 65536
#define N 600000
static uint16_t cache[CACHE];
static uint16_t len[N];

static int steps_until_cached(uint64_t n, int *rest) {
  int k = 0;
  while (n >= CACHE) {
    n = n & 1 ? 3 * n + 1 : n >> 1;
    k++;
  }
  *rest = cache[n];
  return k;
}
int main(void) {
  for (int i = 1; i < CACHE; i++) {
    uint64_t n = i;
    int k = 0;
    while (n != 1) {
      n = n & 1 ? 3 * n + 1 : n / 2;
      k++;
    }
    cache[i] = k;
  }
  int longest = 0;
#pragma omp parallel for schedule(guided, 64) reduction(max : longest)
  for (int i = 1; i < N; i++) {
    int rest;
    int k = steps_until_cached(i, &rest);
    len[i] = k + rest;
    if (len[i] > longest)
      longest = len[i];
  }
  unsigned long s = 0;
  for (int i = 1; i < N; i++)
    s += len[i];
  printf("longest %d total %lu\n", longest, s);
  return 0;
}
