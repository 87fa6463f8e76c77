/* Daily pollen maps: the outer loop over 12 regions only, on a fixed team of 16; regions are 400x300. */
#include <stdio.h>
#include <stdlib.h>

#define REG 12
#define GX 400
#define GY 300

static float dens[REG][GY][GX];
static float wind[GY][GX];

int main(void) {
  for (int y = 0; y < GY; y++)
    for (int x = 0; x < GX; x++)
      wind[y][x] = 0.5f + 0.01f * (float)((x + y) % 30);
  for (int day = 0; day < 5; day++) {
#pragma omp parallel for num_threads(16) schedule(static, 1)
    for (int r = 0; r < REG; r++)
      for (int y = 0; y < GY; y++)
        for (int x = 1; x < GX; x++)
          dens[r][y][x] = 0.9f * dens[r][y][x] + wind[y][x] * (float)((r + day + x) % 4) + 0.05f * dens[r][y][x - 1];
  }
  double c = 0.0;
  for (int r = 0; r < REG; r++)
    for (int y = 0; y < GY; y++)
      for (int x = 0; x < GX; x++)
        c += dens[r][y][x];
  printf("%.3f\n", c);
  return 0;
}
