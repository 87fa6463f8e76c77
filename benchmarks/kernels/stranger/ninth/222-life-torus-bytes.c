/* Conway's life on a torus, one byte per cell */
#include <stdio.h>
#include <stdlib.h>
#define W 1001
#define H 777
static unsigned char world[2][H][W];

static int neighbours(unsigned char (*g)[W], int y, int x) {
  int u = y ? y - 1 : H - 1, d = (y + 1) % H, l = x ? x - 1 : W - 1, r = (x + 1) % W;
  return g[u][l] + g[u][x] + g[u][r] + g[y][l] + g[y][r] + g[d][l] + g[d][x] + g[d][r];
}
int main(int argc, char **argv) {
  int gens = argc > 1 ? atoi(argv[1]) : 12;
  unsigned s = 42;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      s = s * 1103515245u + 12345u;
      world[0][y][x] = (s >> 20) % 3 == 0;
    }
  long alive = 0;
  for (int g = 0; g < gens; g++) {
    unsigned char(*a)[W] = world[g & 1], (*b)[W] = world[~g & 1];
    alive = 0;
#pragma omp parallel for reduction(+ : alive)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < W; x++) {
        int n = neighbours(a, y, x);
        b[y][x] = n == 3 || (n == 2 && a[y][x]);
        alive += b[y][x];
      }
  }
  printf("alive %ld\n", alive);
  return 0;
}
