/* Red and black points of a grid in turn. */
#include <stdio.h>

#define N 1000

static double u[N][N], f[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      f[i][j] = (i * j) % 5 - 2;
  for (int sweep = 0; sweep < 3; sweep++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
      for (int i = 1; i < N - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < N - 1; j += 2)
          u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
    }
  printf("%.9f\n", u[N / 2][N / 2]);
  return 0;
}
