/* ADI half steps: tridiagonal solves along rows (contiguous), then along columns (stride of a whole row). */
#include <stdio.h>
#include <stdlib.h>

#define N 1024
#define STEPS 3

static double u[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      u[i][j] = (i > N / 3 && i < N / 2 && j > N / 4 && j < N / 2) ? 1.0 : 0.0;
  const double b = 2.2, a = -0.6;

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
      c[i][0] = a / b;
      u[i][0] /= b;
      for (int j = 1; j < N; j++) {
        double m = 1.0 / (b - a * c[i][j - 1]);
        c[i][j] = a * m;
        u[i][j] = (u[i][j] - a * u[i][j - 1]) * m;
      }
      for (int j = N - 2; j >= 0; j--)
        u[i][j] -= c[i][j] * u[i][j + 1];
    }
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
      c[0][j] = a / b;
      u[0][j] /= b;
      for (int i = 1; i < N; i++) {
        double m = 1.0 / (b - a * c[i - 1][j]);
        c[i][j] = a * m;
        u[i][j] = (u[i][j] - a * u[i - 1][j]) * m;
      }
      for (int i = N - 2; i >= 0; i--)
        u[i][j] -= c[i][j] * u[i + 1][j];
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += u[i][j] * (1 + (i + j) % 2);
  printf("%.10f\n", s);
  return 0;
}
