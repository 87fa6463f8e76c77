/* Seam costs top to bottom: rows in sequence, columns in parallel, pitch a power of two. */
#include <stdio.h>
#include <stdlib.h>

#define COLS 4096
#define ROWS 512

static int energy[ROWS][COLS];
static int cost[ROWS][COLS];

int main(void) {
#pragma omp parallel for
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < COLS; c++)
      energy[r][c] = (r * 17 + c * 23 + (r * c) % 31) % 255;
  for (int c = 0; c < COLS; c++)
    cost[0][c] = energy[0][c];

#pragma omp parallel
  for (int r = 1; r < ROWS; r++) {
#pragma omp for schedule(static)
    for (int c = 0; c < COLS; c++) {
      int m = cost[r - 1][c];
      if (c > 0 && cost[r - 1][c - 1] < m)
        m = cost[r - 1][c - 1];
      if (c < COLS - 1 && cost[r - 1][c + 1] < m)
        m = cost[r - 1][c + 1];
      cost[r][c] = m + energy[r][c];
    }
  }
  int best = cost[ROWS - 1][0];
  for (int c = 1; c < COLS; c++)
    if (cost[ROWS - 1][c] < best)
      best = cost[ROWS - 1][c];
  printf("cheapest seam %d\n", best);
  return 0;
}
