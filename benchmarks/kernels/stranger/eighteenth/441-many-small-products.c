/* Products of 4 x 4 matrices, thousands at once, the number of the matrix last. */
#include <stdio.h>

#define M 8192

static double a[4][4][M], b[4][4][M], c[4][4][M];

int main(void) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int m = 0; m < M; m++) {
        a[i][j][m] = i + j + m % 3;
        b[i][j][m] = i - j + m % 5;
      }

#pragma omp parallel for schedule(static, 4)
  for (int m = 0; m < M; m++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++) {
        double s = 0.0;
        for (int k = 0; k < 4; k++)
          s += a[i][k][m] * b[k][j][m];
        c[i][j][m] = s;
      }

  double s = 0.0;
  for (int m = 0; m < M; m++)
    s += c[m % 4][m / 4 % 4][m];
  printf("%.2f\n", s);
  return 0;
}
