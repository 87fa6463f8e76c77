/* D2Q9 lattice Boltzmann, structure of arrays, pull scheme, periodic */
#include <stdio.h>
#include <stdlib.h>
enum { NX = 256, NY = 192, Q = 9, STEPS = 12 };
static const int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double wt[Q] = {4. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 36, 1. / 36, 1. / 36, 1. / 36};
static double fa[Q][NY][NX], fb[Q][NY][NX];

static void stream_collide(double (*restrict s)[NY][NX], double (*restrict d)[NY][NX], double omega) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      double f[Q], rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < Q; q++) {
        f[q] = s[q][(y - cy[q] + NY) % NY][(x - cx[q] + NX) % NX];
        rho += f[q];
        ux += f[q] * cx[q];
        uy += f[q] * cy[q];
      }
      ux /= rho;
      uy /= rho;
      double uu = 1.5 * (ux * ux + uy * uy);
      for (int q = 0; q < Q; q++) {
        double cu = 3 * (cx[q] * ux + cy[q] * uy);
        d[q][y][x] = f[q] + omega * (wt[q] * rho * (1 + cu + 0.5 * cu * cu - uu) - f[q]);
      }
    }
}
int main(void) {
  for (int q = 0; q < Q; q++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        fa[q][y][x] = wt[q] * (1.0 + 0.01 * ((x * y) % 5) + 0.02 * (q == 1));
  double(*a)[NY][NX] = fa, (*b)[NY][NX] = fb;
  for (int t = 0; t < STEPS; t++) {
    stream_collide(a, b, 1.2);
    double(*tmp)[NY][NX] = a;
    a = b;
    b = tmp;
  }
  double m = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      m += a[1][y][x] - a[3][y][x] + a[0][y][x];
  printf("momentum %.10f\n", m);
  return 0;
}
