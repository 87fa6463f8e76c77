/* The same with the nine distributions of a cell side by side, cells dealt out one by one. */
#include <stdio.h>

#define NX 192
#define NY 192

static double f[NY][NX][9], g[NY][NX][9];

int main(void) {
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      for (int q = 0; q < 9; q++)
        f[y][x][q] = q + 0.01 * y;
#pragma omp parallel for collapse(2) schedule(static, 1)
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      double rho = 0;
      for (int q = 0; q < 9; q++)
        rho += f[y][x][q];
      for (int q = 0; q < 9; q++)
        g[y][x][q] = 0.9 * f[y][x][q] + 0.1 * rho / 9;
    }
  printf("%.9f\n", g[NY / 2][NX / 2][4]);
  return 0;
}
