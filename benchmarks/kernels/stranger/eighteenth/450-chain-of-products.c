/* D = A B, E = D B^T, with B read along rows once and down columns once. */
#include <stdio.h>

#define N 256

static double a[N][N], b[N][N], d[N][N], e[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i + j) % 7;
      b[i][j] = (i * j) % 5;
    }

#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0.0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      d[i][j] = s;
    }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0.0;
      for (int k = 0; k < N; k++)
        s += d[i][k] * b[j][k];
      e[i][j] = s;
    }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += e[i][(i * 3) % N];
  printf("%.1f\n", s);
  return 0;
}
