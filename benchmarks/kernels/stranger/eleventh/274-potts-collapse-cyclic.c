/* zero-temperature q-state Potts relaxation into a second lattice */
#include <stdio.h>
#include <stdlib.h>
#define NX 640
#define NY 480
#define Q 6
static char spin[NY][NX], fresh[NY][NX];

static char majority(int y, int x) {
  int votes[Q] = {0};
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (dx || dy)
        votes[(int)spin[(y + dy + NY) % NY][(x + dx + NX) % NX]] += 1 + (dx == 0 || dy == 0);
  int b = spin[y][x];
  for (int q = 0; q < Q; q++)
    if (votes[q] > votes[b])
      b = q;
  return (char)b;
}
int main(void) {
  unsigned r = 8;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      r = r * 69069u + 5;
      spin[y][x] = (char)((r >> 20) % Q);
    }
  for (int sweep = 0; sweep < 10; sweep++) {
#pragma omp parallel
    {
#pragma omp for collapse(2) schedule(static, 1)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
          fresh[y][x] = majority(y, x);
#pragma omp for collapse(2) schedule(static, 1)
      for (int y = 0; y < NY; y++)
        for (int x = 0; x < NX; x++)
          spin[y][x] = fresh[y][x];
    }
  }
  long e = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x + 1 < NX; x++)
      e += spin[y][x] == spin[y][x + 1];
  printf("bonds %ld\n", e);
  return 0;
}
