/* complex float transpose by 32x32 tiles, tiles shared out with collapse(2) */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#define ROWS 1056
#define COLS 992
#define T 32
typedef float complex cf;

static void transpose(const cf (*in)[COLS], cf (*out)[ROWS]) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int bi = 0; bi < ROWS; bi += T)
    for (int bj = 0; bj < COLS; bj += T)
      for (int j = bj; j < bj + T; j++)
        for (int i = bi; i < bi + T; i++)
          out[j][i] = conjf(in[i][j]);
}
int main(void) {
  cf(*a)[COLS] = aligned_alloc(64, sizeof(cf) * ROWS * COLS);
  cf(*b)[ROWS] = aligned_alloc(64, sizeof(cf) * ROWS * COLS);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLS; j++)
      a[i][j] = (float)(i % 50) + (float)(j % 30) * I;
  for (int r = 0; r < 8; r++)
    transpose(a, b);
  double re = 0, im = 0;
  for (int j = 0; j < COLS; j++)
    for (int i = 0; i < ROWS; i++) {
      re += crealf(b[j][i]) * (i & 7);
      im += cimagf(b[j][i]) * (j & 3);
    }
  printf("%.1f %.1f\n", re, im);
  free(a);
  free(b);
  return 0;
}
