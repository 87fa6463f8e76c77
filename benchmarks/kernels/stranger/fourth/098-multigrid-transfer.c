/* Full-weighting restriction and bilinear prolongation between 2049 and 1025 point grids (stride-2 accesses). */
#include <stdio.h>

#define NF 2049
#define NC 1025

static double fine[NF][NF], coarse[NC][NC];

int main(void) {
  for (int i = 0; i < NF; i++)
    for (int j = 0; j < NF; j++)
      fine[i][j] = ((i * 5 + j * 3) % 32) / 32.0;

  for (int cyc = 0; cyc < 4; cyc++) {
#pragma omp parallel for schedule(static)
    for (int i = 1; i < NC - 1; i++)
      for (int j = 1; j < NC - 1; j++) {
        int y = 2 * i, x = 2 * j;
        coarse[i][j] = 0.25 * fine[y][x] + 0.125 * (fine[y - 1][x] + fine[y + 1][x] + fine[y][x - 1] + fine[y][x + 1]) +
                       0.0625 * (fine[y - 1][x - 1] + fine[y - 1][x + 1] + fine[y + 1][x - 1] + fine[y + 1][x + 1]);
      }
#pragma omp parallel for schedule(static)
    for (int i = 0; i < NC - 1; i++)
      for (int j = 0; j < NC - 1; j++) {
        double a = coarse[i][j], b = coarse[i][j + 1], c = coarse[i + 1][j], d = coarse[i + 1][j + 1];
        fine[2 * i][2 * j] += 0.1 * a;
        fine[2 * i][2 * j + 1] += 0.05 * (a + b);
        fine[2 * i + 1][2 * j] += 0.05 * (a + c);
        fine[2 * i + 1][2 * j + 1] += 0.025 * (a + b + c + d);
      }
  }

  double s = 0;
  for (int i = 0; i < NF; i++)
    for (int j = 0; j < NF; j++)
      s += fine[i][j] * (1 + (i & j & 3));
  printf("%.8f\n", s);
  return 0;
}
