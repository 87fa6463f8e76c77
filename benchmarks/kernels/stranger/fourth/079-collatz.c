/* Collatz trajectory lengths into a short array; integer compute bound, uneven, static chunks of 7 shorts. */
#include <stdint.h>
#include <stdio.h>

#define N 400000

static short len[N];

int main(void) {
#pragma omp parallel for schedule(static, 7)
  for (int i = 1; i < N; i++) {
    uint64_t n = (uint64_t)i;
    int k = 0;
    while (n != 1) {
      n = n & 1 ? 3 * n + 1 : n >> 1;
      k++;
    }
    len[i] = (short)k;
  }

  int best = 1;
  long sum = 0;
  for (int i = 1; i < N; i++) {
    sum += len[i];
    if (len[i] > len[best])
      best = i;
  }
  printf("%d has %d steps, total %ld\n", best, len[best], sum);
  return 0;
}
