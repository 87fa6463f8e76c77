/* Heat in a box of 128 cubed whose planes are a power of two, planes dealt out one by one. */
#include <stdio.h>

#define N 128

static double a[N][N][N], b[N][N][N];

int main(void) {
  for (int k = 0; k < N; k++)
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        a[k][j][i] = i + j + k;
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for schedule(static, 1)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          b[k][j][i] = a[k][j][i] + 0.1 * (a[k - 1][j][i] + a[k + 1][j][i] + a[k][j - 1][i] + a[k][j + 1][i] +
                                           a[k][j][i - 1] + a[k][j][i + 1] - 6 * a[k][j][i]);
#pragma omp parallel for schedule(static)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++)
          a[k][j][i] = b[k][j][i];
  }
  printf("%.9f\n", a[N / 2][N / 2][N / 2]);
  return 0;
}
