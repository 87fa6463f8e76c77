/* Forward substitution for many right hand sides, columns apart in memory. */
#include <stdio.h>

#define N 300
#define M 256

static double l[N][N], b[N][M];

int main(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      l[i][j] = i == j ? 2.0 : 1.0 / (i + j + 1);
    for (int m = 0; m < M; m++)
      b[i][m] = i + m * 0.5;
  }
#pragma omp parallel for
  for (int m = 0; m < M; m++)
    for (int i = 0; i < N; i++) {
      double sum = b[i][m];
      for (int j = 0; j < i; j++)
        sum -= l[i][j] * b[j][m];
      b[i][m] = sum / l[i][i];
    }
  printf("%.6f\n", b[N - 1][M - 1]);
  return 0;
}
