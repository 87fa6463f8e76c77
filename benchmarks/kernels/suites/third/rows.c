// Counts of rows: sums, bins of sixteen columns, cumulated, and what a row has more than the mean; short rows of floats.
#include <stdio.h>
#include <stdlib.h>
#ifndef ROWS
#define ROWS 500
#endif
#define COLS 128
#define BINS 8

__attribute__((noinline)) void rows_heap(const float *restrict in, float *restrict sum, float *restrict bins,
                                         float *restrict out, int rows) {
#pragma omp parallel
  {
#pragma omp for
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < COLS; c++)
        sum[r] += in[r * COLS + c];
#pragma omp for
    for (int r = 0; r < rows; r++)
      for (int b = 0; b < BINS; b++)
        for (int c = 0; c < COLS / BINS; c++)
          bins[r * BINS + b] += in[r * COLS + b * (COLS / BINS) + c];
#pragma omp for
    for (int b = 0; b < BINS; b++)
      for (int r = 1; r < rows; r++)
        bins[r * BINS + b] += bins[(r - 1) * BINS + b];
#pragma omp for nowait
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < COLS; c++)
        out[c * rows + r] = in[r * COLS + c] - sum[r] / COLS;
  }
}

static float in[ROWS][COLS], sum[ROWS], bins[ROWS][BINS];
__attribute__((noinline)) void rows_static(void) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int r = 0; r < ROWS; r++) {
    float s = 0;
    for (int c = 0; c < COLS; c++)
      s += in[r][c];
    sum[r] = s;
    for (int b = 0; b < BINS; b++)
      for (int c = 0; c < COLS / BINS; c++)
        bins[r][b] += in[r][b * (COLS / BINS) + c];
  }
#pragma omp parallel for
  for (int c = 0; c < COLS; c++)
    for (int r = 0; r < ROWS; r++)
      in[r][c] -= sum[r];
}

int main(void) {
  float *a = calloc(ROWS * COLS, sizeof(float)), *s = calloc(ROWS, sizeof(float));
  float *b = calloc(ROWS * BINS, sizeof(float)), *o = calloc(ROWS * COLS, sizeof(float));
  rows_heap(a, s, b, o, ROWS);
  rows_static();
  printf("%g %g\n", o[7], in[3][4]);
}
