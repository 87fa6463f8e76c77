/* Means of the columns of a table that is passed with its sizes. */
#include <stdio.h>
#include <stdlib.h>

static void column_means(int rows, int cols, double table[rows][cols], double mean[cols]) {
#pragma omp parallel for
  for (int c = 0; c < cols; c++) {
    double s = 0.0;
    for (int r = 0; r < rows; r++)
      s += table[r][c];
    mean[c] = s / rows;
  }
}

int main(int argc, char **argv) {
  int rows = argc > 1 ? atoi(argv[1]) : 2048, cols = 1024;
  double *t = malloc(sizeof(double) * rows * cols), *m = malloc(sizeof(double) * cols);
  for (int i = 0; i < rows * cols; i++)
    t[i] = i % 1009;
  column_means(rows, cols, (double(*)[cols])t, m);
  double s = 0.0;
  for (int c = 0; c < cols; c++)
    s += m[c] * (c % 2 ? 1 : -1);
  printf("%.6f\n", s);
  free(t);
  free(m);
  return 0;
}
