/* red-black Gauss-Seidel for -lap u = f, one team for all sweeps */
#include <stdio.h>
#include <stdlib.h>
#define N 514
static double u[N][N], f[N][N];

static void solve(int sweeps, double h2) {
#pragma omp parallel
  for (int s = 0; s < sweeps; s++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp for schedule(static)
      for (int i = 1; i < N - 1; i++)
        for (int j = 1 + ((i + colour) & 1); j < N - 1; j += 2)
          u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] + h2 * f[i][j]);
    }
}
int main(int argc, char **argv) {
  int sweeps = argc > 1 ? atoi(argv[1]) : 40;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      f[i][j] = (i == 100 && j == 300) ? 1e4 : (i == 400 && j == 90) ? -1e4 : 0.0;
  solve(sweeps, 1.0 / ((N - 1.0) * (N - 1.0)));
  double r = 0;
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      r += u[i][j] * u[i][j];
  printf("norm2 %.12e\n", r);
  return 0;
}
