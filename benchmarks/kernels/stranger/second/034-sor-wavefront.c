/* SOR by anti-diagonals: the parallel loop walks one diagonal, so every iteration touches another row. */
#include <stdio.h>

#define N 1500
#define SWEEPS 2

static double u[N][N];

int main(void) {
  for (int i = 0; i < N; i++) {
    u[i][0] = 1.0;
    u[0][i] = 1.0 - (double)i / N;
  }
  const double w = 1.5;

  for (int s = 0; s < SWEEPS; s++)
    for (int d = 2; d <= 2 * (N - 2); d++) {
      int lo = d - (N - 2) > 1 ? d - (N - 2) : 1;
      int hi = d - 1 < N - 2 ? d - 1 : N - 2;
#pragma omp parallel for schedule(static)
      for (int i = lo; i <= hi; i++) {
        int j = d - i;
        double r = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
        u[i][j] += 0.25 * w * r;
      }
    }

  double t = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      t += u[i][j];
  printf("%.8f\n", t);
  return 0;
}
