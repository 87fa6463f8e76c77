/* 3-D soil moisture: 7-point relaxation, pitch padded by 8 so that planes do not alias. */
#include <stdio.h>
#include <stdlib.h>

#define NX 128
#define NY 128
#define NZ 40
#define PX (NX + 8)

static float w[2][NZ][NY][PX];

int main(void) {
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        w[0][z][y][x] = w[1][z][y][x] = (float)((x + 2 * y + 3 * z) % 10);
  for (int t = 0; t < 6; t++) {
    int s = t & 1, d = 1 - s;
#pragma omp parallel for collapse(2) schedule(static)
    for (int z = 1; z < NZ - 1; z++)
      for (int y = 1; y < NY - 1; y++)
        for (int x = 1; x < NX - 1; x++)
          w[d][z][y][x] = 0.4f * w[s][z][y][x] + 0.1f * (w[s][z][y][x - 1] + w[s][z][y][x + 1] + w[s][z][y - 1][x] +
                                                         w[s][z][y + 1][x] + w[s][z - 1][y][x] + w[s][z + 1][y][x]);
  }
  double c = 0.0;
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        c += w[0][z][y][x];
  printf("%.4f\n", c);
  return 0;
}
