/* Product of a matrix in ELLPACK format, entries of a row far apart. */
#include <stdio.h>

#define ROWS 50000
#define WIDTH 8

static double val[WIDTH][ROWS], x[ROWS], y[ROWS];
static int col[WIDTH][ROWS];

int main(void) {
  for (int k = 0; k < WIDTH; k++)
    for (int r = 0; r < ROWS; r++) {
      col[k][r] = (r + k * k * 10) % ROWS;
      val[k][r] = 1.0 / (k + 1);
    }
  for (int r = 0; r < ROWS; r++)
    x[r] = r % 100;
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++) {
    double s = 0;
    for (int k = 0; k < WIDTH; k++)
      s += val[k][r] * x[col[k][r]];
    y[r] = s;
  }
  printf("%.6f\n", y[ROWS / 2]);
  return 0;
}
