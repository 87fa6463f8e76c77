/* Normalises rows of a matrix, eight rows at a time to whoever asks. */
#include <math.h>
#include <stdio.h>

#define R 2000
#define C 500

static double a[R][C];

int main(void) {
  for (int r = 0; r < R; r++)
    for (int c = 0; c < C; c++)
      a[r][c] = (r + c) % 13 + 1;
#pragma omp parallel for schedule(dynamic, 8)
  for (int r = 0; r < R; r++) {
    double s = 0;
    for (int c = 0; c < C; c++)
      s += a[r][c] * a[r][c];
    s = 1.0 / sqrt(s);
    for (int c = 0; c < C; c++)
      a[r][c] *= s;
  }
  printf("%.9f\n", a[R / 2][C / 2]);
  return 0;
}
