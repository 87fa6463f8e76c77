/* 0/1 knapsack: the capacity axis is parallel, two rolling rows. */
#include <stdio.h>
#include <stdlib.h>

static const int cap = 50000;
static const int items = 120;

int main(void) {
  int *old = calloc((size_t)cap + 1, sizeof *old);
  int *new = calloc((size_t)cap + 1, sizeof *new);
  if (!old || !new)
    return 1;
  for (int k = 0; k < items; k++) {
    int w = 100 + (k * 613) % 900, v = 10 + (k * 389) % 700;
#pragma omp parallel for schedule(static)
    for (int c = 0; c <= cap; c++) {
      int best = old[c];
      if (c >= w && old[c - w] + v > best)
        best = old[c - w] + v;
      new[c] = best;
    }
    int *t = old;
    old = new;
    new = t;
  }
  printf("value %d\n", old[cap]);
  free(old);
  free(new);
  return 0;
}
