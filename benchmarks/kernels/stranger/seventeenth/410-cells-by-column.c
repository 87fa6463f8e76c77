/* Cells of 16 bytes, the inner loop down a column of a grid 1024 wide. */
#include <stdio.h>

#define NX 1024
#define NY 512

typedef struct {
  float u, v, p;
  int solid;
} cell;

static cell grid[NY][NX];

int main(void) {
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      grid[y][x] = (cell){0.1f * (x % 10), 0.1f * (y % 10), 1.0f, (x * y) % 17 == 0};

#pragma omp parallel for
  for (int x = 1; x < NX - 1; x++)
    for (int y = 1; y < NY - 1; y++)
      if (!grid[y][x].solid)
        grid[y][x].p = 0.25f * (grid[y][x].u + grid[y][x].v) + 0.5f * grid[y][x].p;

  double s = 0.0;
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      s += grid[y][x].p;
  printf("%.3f\n", s);
  return 0;
}
