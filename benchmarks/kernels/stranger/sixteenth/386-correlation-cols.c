/* Column means and covariances of a sample matrix X[row][var], 512 variables:
   every thread walks down whole columns. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 700
#define VARS 512
#define PICK 24

static double X[ROWS][VARS], mean[VARS], cov[PICK][PICK];

int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int v = 0; v < VARS; v++)
      X[r][v] = (double)((r * 13 + v * 7) % 41) * 0.1;

#pragma omp parallel for
  for (int v = 0; v < VARS; v++) {
    double s = 0.0;
    for (int r = 0; r < ROWS; r++)
      s += X[r][v];
    mean[v] = s / ROWS;
  }

#pragma omp parallel for
  for (int v = 0; v < VARS; v++)
    for (int r = 0; r < ROWS; r++)
      X[r][v] -= mean[v];

#pragma omp parallel for schedule(dynamic)
  for (int a = 0; a < PICK; a++)
    for (int b = a; b < PICK; b++) {
      double s = 0.0;
      for (int r = 0; r < ROWS; r++)
        s += X[r][a * 20] * X[r][b * 20];
      cov[a][b] = cov[b][a] = s / (ROWS - 1);
    }

  double c = 0.0;
  for (int a = 0; a < PICK; a++)
    for (int b = 0; b < PICK; b++)
      c += cov[a][b] * (a + 2 * b);
  printf("%.9f\n", c);
  return 0;
}
