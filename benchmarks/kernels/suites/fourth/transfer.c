// Between grids of a multigrid: smoothing, the residual, restriction by full weight, interpolation, correction; static.
#include <stdio.h>
#ifndef F
#define F 40
#endif
#define H (F / 2)
static double fine[F + 2][F + 2][F + 2], right[F + 2][F + 2][F + 2], rest[F + 2][F + 2][F + 2];
static double coarse[H + 2][H + 2][H + 2], lower[H + 2][H + 2][H + 2];

__attribute__((noinline)) void transfer(int cycles) {
  for (int t = 0; t < cycles; t++) {
#pragma omp parallel for collapse(2)
    for (int i = 1; i <= F; i++)
      for (int j = 1; j <= F; j++)
        for (int k = 1; k <= F; k++)
          rest[i][j][k] = right[i][j][k] -
                          (fine[i - 1][j][k] + fine[i + 1][j][k] + fine[i][j - 1][k] + fine[i][j + 1][k] +
                           fine[i][j][k - 1] + fine[i][j][k + 1]) +
                          6 * fine[i][j][k];
#pragma omp parallel for
    for (int i = 1; i <= H; i++)
      for (int j = 1; j <= H; j++)
        for (int k = 1; k <= H; k++)
          lower[i][j][k] =
              0.25 * rest[2 * i][2 * j][2 * k] +
              0.125 * (rest[2 * i - 1][2 * j][2 * k] + rest[2 * i + 1][2 * j][2 * k] + rest[2 * i][2 * j - 1][2 * k] +
                       rest[2 * i][2 * j + 1][2 * k] + rest[2 * i][2 * j][2 * k - 1] + rest[2 * i][2 * j][2 * k + 1]);
#pragma omp parallel for
    for (int i = 1; i <= H; i++)
      for (int j = 1; j <= H; j++)
        for (int k = 1; k <= H; k++)
          coarse[i][j][k] += lower[i][j][k] / 6;
#pragma omp parallel for schedule(guided)
    for (int i = 1; i < H; i++)
      for (int j = 1; j < H; j++)
        for (int k = 1; k < H; k++) {
          fine[2 * i][2 * j][2 * k] += coarse[i][j][k];
          fine[2 * i][2 * j][2 * k + 1] += 0.5 * (coarse[i][j][k] + coarse[i][j][k + 1]);
          fine[2 * i][2 * j + 1][2 * k] += 0.5 * (coarse[i][j][k] + coarse[i][j + 1][k]);
          fine[2 * i + 1][2 * j][2 * k] += 0.5 * (coarse[i][j][k] + coarse[i + 1][j][k]);
        }
  }
}

int main(void) {
  right[F / 2][F / 2][F / 2] = 1;
  transfer(2);
  printf("%g\n", fine[F / 2][F / 2][F / 2]);
}
