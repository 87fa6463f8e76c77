// Lattice Boltzmann in 3D: 19 directions, each an array; collision pushes to neighbours, then the other way.
#include <stdio.h>
#ifndef N
#define N 24
#endif
typedef float Grid[N][N][N];
static Grid f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18;
static Grid g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15, g16, g17, g18;
#define EACH(X)                                                                                                        \
  X(0, 0, 0, 0)                                                                                                        \
  X(1, 1, 0, 0)                                                                                                        \
  X(2, -1, 0, 0)                                                                                                       \
  X(3, 0, 1, 0)                                                                                                        \
  X(4, 0, -1, 0)                                                                                                       \
  X(5, 0, 0, 1)                                                                                                        \
  X(6, 0, 0, -1)                                                                                                       \
  X(7, 1, 1, 0)                                                                                                        \
  X(8, -1, -1, 0)                                                                                                      \
  X(9, 1, -1, 0)                                                                                                       \
  X(10, -1, 1, 0)                                                                                                      \
  X(11, 1, 0, 1)                                                                                                       \
  X(12, -1, 0, -1)                                                                                                     \
  X(13, 1, 0, -1)                                                                                                      \
  X(14, -1, 0, 1)                                                                                                      \
  X(15, 0, 1, 1)                                                                                                       \
  X(16, 0, -1, -1)                                                                                                     \
  X(17, 0, 1, -1)                                                                                                      \
  X(18, 0, -1, 1)
#define ADD_F(d, x, y, z) rho += f##d[i][j][k];
#define PUSH_F(d, x, y, z) g##d[i + (x)][j + (y)][k + (z)] = 0.9f * f##d[i][j][k] + 0.1f * rho;
#define ADD_G(d, x, y, z) rho += g##d[i][j][k];
#define PUSH_G(d, x, y, z) f##d[i + (x)][j + (y)][k + (z)] = 0.9f * g##d[i][j][k] + 0.1f * rho;

__attribute__((noinline)) void lbm(int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++) {
          float rho = 0;
          EACH(ADD_F)
          EACH(PUSH_F)
        }
#pragma omp parallel for
    for (int i = 1; i < N - 1; i++)
      for (int j = 1; j < N - 1; j++)
        for (int k = 1; k < N - 1; k++) {
          float rho = 0;
          EACH(ADD_G)
          EACH(PUSH_G)
        }
  }
}

int main(void) {
  f0[3][3][3] = 1;
  lbm(2);
  printf("%g\n", f0[N / 2][N / 2][N / 2]);
}
