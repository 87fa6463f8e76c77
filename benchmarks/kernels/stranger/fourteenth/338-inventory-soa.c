/* Warehouse stock in a structure of arrays; restock loop touches three arrays, chunk 4096. */
#include <stdio.h>
#include <stdlib.h>

#define ITEMS 500000

struct stock {
  int qty[ITEMS];
  int min[ITEMS];
  float cost[ITEMS];
  char aisle[ITEMS];
};

int main(void) {
  struct stock *s = malloc(sizeof *s);
  if (!s)
    return 1;
  for (int i = 0; i < ITEMS; i++) {
    s->qty[i] = i % 90;
    s->min[i] = 20 + i % 30;
    s->cost[i] = 1.0f + (float)(i % 100) * 0.25f;
    s->aisle[i] = (char)(i % 60);
  }
  double spent = 0.0;
  for (int week = 0; week < 10; week++) {
#pragma omp parallel for schedule(static, 4096) reduction(+ : spent)
    for (int i = 0; i < ITEMS; i++) {
      s->qty[i] -= (i + week) % 9;
      if (s->qty[i] < s->min[i]) {
        spent += (double)s->cost[i] * 50;
        s->qty[i] += 50;
      }
    }
  }
  printf("spent %.2f\n", spent);
  free(s);
  return 0;
}
