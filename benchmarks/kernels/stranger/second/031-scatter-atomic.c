/* Charge deposition: scatter-add through an index array into a small grid with atomic updates (atomics are the point). */
#include <stdio.h>
#include <stdlib.h>

enum { NP = 2000000, CELLS = 4096 };

static int cell[NP];
static int rho[CELLS];

int main(void) {
  unsigned s = 1;
  for (int i = 0; i < NP; i++) {
    s = s * 1664525u + 1013904223u;
    cell[i] = (int)(s >> 20);
  }

  for (int rep = 0; rep < 5; rep++) {
#pragma omp parallel for
    for (int i = 0; i < NP; i++) {
#pragma omp atomic
      rho[cell[i]] += 1 + (i & 3);
    }
  }

  long h = 0;
  for (int c = 0; c < CELLS; c++)
    h += (long)rho[c] * (c + 1);
  printf("%ld\n", h);
  return 0;
}
