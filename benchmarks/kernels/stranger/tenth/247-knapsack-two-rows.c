/* 0/1 knapsack, one item per step, rows swapped */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CAPACITY 60000
#define ITEMS 180
struct item {
  int weight, value;
};

static void add_item(struct item it, const int *restrict old, int *restrict new) {
#pragma omp parallel for schedule(static)
  for (int c = 0; c <= CAPACITY; c++) {
    int keep = old[c];
    int take = c >= it.weight ? old[c - it.weight] + it.value : 0;
    new[c] = take > keep ? take : keep;
  }
}
int main(void) {
  int *a = calloc(CAPACITY + 1, sizeof(int)), *b = malloc((CAPACITY + 1) * sizeof(int));
  for (int k = 0; k < ITEMS; k++) {
    struct item it = {100 + (k * 271) % 900, 10 + (k * 97) % 333};
    add_item(it, a, b);
    int *t = a;
    a = b;
    b = t;
  }
  long s = 0;
  for (int c = 0; c <= CAPACITY; c++)
    s += a[c];
  printf("best %d sum %ld\n", a[CAPACITY], s);
  free(a);
  free(b);
  return 0;
}
