/* D2Q5 lattice, directions as separate planes with a pitch of 512 doubles. */
#include <stdio.h>
#include <stdlib.h>

#define NX 512
#define NY 128
#define Q 5

static double f[2][Q][NY][NX];
static const int cx[Q] = {0, 1, -1, 0, 0}, cy[Q] = {0, 0, 0, 1, -1};

int main(void) {
  for (int q = 0; q < Q; q++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        f[0][q][y][x] = 0.2 + ((x == 100 && y == 64) ? 0.1 : 0.0);

  int cur = 0;
  for (int t = 0; t < 8; t++) {
#pragma omp parallel for schedule(static)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        double g[Q], rho = 0.0;
        for (int q = 0; q < Q; q++) {
          int xs = (x - cx[q] + NX) & (NX - 1), ys = (y - cy[q] + NY) & (NY - 1);
          g[q] = f[cur][q][ys][xs];
          rho += g[q];
        }
        for (int q = 0; q < Q; q++)
          f[1 - cur][q][y][x] = g[q] + 0.8 * (0.2 * rho - g[q]);
      }
    cur = 1 - cur;
  }

  double s = 0.0;
  for (int q = 0; q < Q; q++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        s += f[cur][q][y][x] * (x % 3 + q);
  printf("%.10f\n", s);
  return 0;
}
