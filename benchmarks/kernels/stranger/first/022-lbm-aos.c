/* D2Q9 lattice Boltzmann, nine distributions of a cell stored together (72 bytes), pull scheme, periodic. */
#include <stdio.h>
#include <stdlib.h>

#define NX 320
#define NY 240
#define STEPS 20

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const double w[9] = {4 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 9., 1 / 36., 1 / 36., 1 / 36., 1 / 36.};

static double f0[NY][NX][9], f1[NY][NX][9];

static void step(double (*src)[NX][9], double (*dst)[NX][9]) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      double g[9], rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < 9; q++) {
        int xs = (x - ex[q] + NX) % NX, ys = (y - ey[q] + NY) % NY;
        g[q] = src[ys][xs][q];
        rho += g[q];
        ux += g[q] * ex[q];
        uy += g[q] * ey[q];
      }
      ux /= rho;
      uy /= rho;
      double u2 = 1.5 * (ux * ux + uy * uy);
      for (int q = 0; q < 9; q++) {
        double c = 3 * (ex[q] * ux + ey[q] * uy);
        double eq = w[q] * rho * (1 + c + 0.5 * c * c - u2);
        dst[y][x][q] = g[q] + (eq - g[q]) * 0.8;
      }
    }
}

int main(void) {
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      for (int q = 0; q < 9; q++)
        f0[y][x][q] = w[q] * (1.0 + 0.01 * ((x / 16 + y / 16) % 2));
  for (int t = 0; t < STEPS; t += 2) {
    step(f0, f1);
    step(f1, f0);
  }
  double s = 0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      s += f0[y][x][1] * x - f0[y][x][3] * y;
  printf("%.8f\n", s);
  return 0;
}
