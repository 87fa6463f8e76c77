/* Mean over the 27 neighbours in a box, three loops collapsed, chunks of 1. */
#include <stdio.h>

#define N 96

static float in[N][N][N], out[N][N][N];

int main(void) {
  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        in[z][y][x] = (float)((x * y + z) % 19);
#pragma omp parallel for collapse(3) schedule(static, 1)
  for (int z = 1; z < N - 1; z++)
    for (int y = 1; y < N - 1; y++)
      for (int x = 1; x < N - 1; x++) {
        float sum = 0;
        for (int c = -1; c <= 1; c++)
          for (int b = -1; b <= 1; b++)
            for (int a = -1; a <= 1; a++)
              sum += in[z + c][y + b][x + a];
        out[z][y][x] = sum / 27.0f;
      }
  printf("%.5f\n", out[N / 2][N / 3][N / 4]);
  return 0;
}
