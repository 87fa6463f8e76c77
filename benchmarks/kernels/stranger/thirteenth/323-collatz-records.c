/* Collatz lengths: irregular work, results are shorts written with dynamic,1. */
#include <stdio.h>

#define TOP 300000

static short len[TOP];

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 1; i < TOP; i++) {
    unsigned long x = (unsigned long)i;
    int n = 0;
    while (x != 1) {
      x = x & 1 ? 3 * x + 1 : x >> 1;
      n++;
    }
    len[i] = (short)n;
  }
  int best = 1;
  long sum = 0;
  for (int i = 1; i < TOP; i++) {
    sum += len[i];
    if (len[i] > len[best])
      best = i;
  }
  printf("best %d len %d sum %ld\n", best, len[best], sum);
  return 0;
}
