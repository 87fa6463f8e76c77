/* Red-black Gauss-Seidel on one array, two parallel sweeps per iteration with stride-2 inner loops. */
#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define ITERS 40

static double u[N + 2][N + 2], f[N + 2][N + 2];

static void colour(int c) {
#pragma omp parallel for
  for (int i = 1; i <= N; i++)
    for (int j = 1 + (i + c) % 2; j <= N; j += 2)
      u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    for (int j = 0; j < N + 2; j++)
      f[i][j] = ((i * j) % 19 - 9) * 1e-3;

  for (int it = 0; it < ITERS; it++) {
    colour(0);
    colour(1);
  }

  double s = 0;
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      s += u[i][j] * u[i][j];
  printf("%.10e\n", s);
  return 0;
}
