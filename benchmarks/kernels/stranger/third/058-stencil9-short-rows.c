/* 9-point stencil on rows of 10 doubles (80 bytes), row index parallel with dynamic,1: neighbours share lines. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 30000
#define C 10
#define REPS 6

static double a[ROWS][C], b[ROWS][C];

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < C; j++)
      a[i][j] = (i * 3 + j * 5) % 16;

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 1; i < ROWS - 1; i++)
      for (int j = 1; j < C - 1; j++)
        b[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] + a[i][j + 1] +
                   a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                  9.0;
#pragma omp parallel for
    for (int i = 1; i < ROWS - 1; i++)
      for (int j = 1; j < C - 1; j++)
        a[i][j] = b[i][j];
  }

  double s = 0;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < C; j++)
      s += a[i][j] * (j + 1);
  printf("%.8f\n", s);
  return 0;
}
