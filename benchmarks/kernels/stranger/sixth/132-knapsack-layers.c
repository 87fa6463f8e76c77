#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ITEMS 120
#define CAP 60000

static int wt[ITEMS], val[ITEMS];

static int solve(int *cur, int *next) {
  for (int it = 0; it < ITEMS; it++) {
#pragma omp parallel for schedule(static)
    for (int c = 0; c <= CAP; c++) {
      int best = cur[c];
      if (c >= wt[it] && cur[c - wt[it]] + val[it] > best)
        best = cur[c - wt[it]] + val[it];
      next[c] = best;
    }
    int *t = cur;
    cur = next;
    next = t;
  }
  return cur[CAP];
}

int main(void) {
  int *a = calloc(CAP + 1, sizeof *a), *b = calloc(CAP + 1, sizeof *b);
  if (!a || !b)
    return 1;
  for (int i = 0; i < ITEMS; i++) {
    wt[i] = 200 + (i * 7919) % 1500;
    val[i] = 10 + (i * 104729) % 300;
  }
  printf("%d\n", solve(a, b));
  free(a);
  free(b);
  return 0;
}
