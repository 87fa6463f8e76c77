#include <stdio.h>

#define N 514

static double u[N][N], f[N][N];

static void relax(int iters) {
#pragma omp parallel
  for (int it = 0; it < iters; it++) {
    for (int colour = 0; colour < 2; colour++) {
#pragma omp for schedule(static)
      for (int i = 1; i < N - 1; i++)
        for (int j = 1 + ((i + colour) & 1); j < N - 1; j += 2)
          u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - f[i][j]);
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      f[i][j] = (i == N / 2 && j == N / 3) ? -1.0 : 0.0;
  relax(40);
  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += u[i][j];
  printf("%.10f\n", s);
  return 0;
}
