/* Rows are smoothed by tasks of one loop, beside a parallel loop that sums them. */
#include <stdio.h>

#define H 400
#define W 900

static double a[H][W], b[H][W], row[H];

int main(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      a[y][x] = (x * y) % 19;

#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(10)
  for (int y = 0; y < H; y++)
    for (int x = 1; x < W - 1; x++)
      b[y][x] = (a[y][x - 1] + a[y][x] + a[y][x + 1]) / 3.0;

#pragma omp parallel for schedule(static, 1)
  for (int y = 0; y < H; y++) {
    row[y] = 0.0;
    for (int x = 0; x < W; x++)
      row[y] += b[y][x];
  }

  double s = 0.0;
  for (int y = 0; y < H; y++)
    s += row[y];
  printf("%.6f\n", s);
  return 0;
}
