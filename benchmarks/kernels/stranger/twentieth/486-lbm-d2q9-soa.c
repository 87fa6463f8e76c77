/* Streaming of nine distributions on a grid, one array a direction. */
#include <stdio.h>

#define NX 256
#define NY 256

static double f[9][NY][NX], g[9][NY][NX];
static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

int main(void) {
  for (int q = 0; q < 9; q++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        f[q][y][x] = q + 0.01 * x;
  for (int step = 0; step < 3; step++) {
#pragma omp parallel for
    for (int y = 1; y < NY - 1; y++)
      for (int x = 1; x < NX - 1; x++)
        for (int q = 0; q < 9; q++)
          g[q][y][x] = f[q][y - cy[q]][x - cx[q]];
#pragma omp parallel for
    for (int y = 1; y < NY - 1; y++)
      for (int x = 1; x < NX - 1; x++) {
        double rho = 0;
        for (int q = 0; q < 9; q++)
          rho += g[q][y][x];
        for (int q = 0; q < 9; q++)
          f[q][y][x] = g[q][y][x] + 0.1 * (rho / 9 - g[q][y][x]);
      }
  }
  printf("%.9f\n", f[4][NY / 2][NX / 2]);
  return 0;
}
