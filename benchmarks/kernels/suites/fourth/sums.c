// Reductions: products of two, norms, means of columns in an array for each thread, a variance in two runs.
#include <stdio.h>
#include <stdlib.h>
#ifndef ROWS
#define ROWS 700
#endif
#define COLS 60
__attribute__((noinline)) double sums(const double *restrict a, double *restrict b, double *restrict mean) {
  double dot = 0, norm = 0, column[COLS] = {0};
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for reduction(+ : dot)
    for (int i = 0; i < ROWS * COLS; i++)
      dot += a[i] * b[i];
#pragma omp parallel for reduction(+ : column)
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLS; c++)
        column[c] += a[r * COLS + c];
#pragma omp parallel for
    for (int c = 0; c < COLS; c++)
      mean[c] = column[c] / ROWS;
#pragma omp parallel for reduction(+ : norm)
    for (int r = 0; r < ROWS; r++)
      for (int c = 0; c < COLS; c++) {
        double d = a[r * COLS + c] - mean[c];
        b[r * COLS + c] = d;
        norm += d * d;
      }
  }
  return dot + norm;
}

int main(void) {
  double *a = malloc(ROWS * COLS * sizeof *a), *b = malloc(ROWS * COLS * sizeof *b), *mean = malloc(COLS * 8);
  for (int i = 0; i < ROWS * COLS; i++)
    a[i] = b[i] = i % 11;
  printf("%g\n", sums(a, b, mean));
}
