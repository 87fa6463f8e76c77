/* Corner turn of a 1024 x 1024 image, rows of exactly 4096 bytes. */
#include <stdio.h>
#include <stdlib.h>

#define N 1024

static float src[N][N];
static float dst[N][N];

int main(void) {
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      src[y][x] = (float)(y ^ x);

  for (int rep = 0; rep < 4; rep++) {
#pragma omp parallel for
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        dst[x][y] = src[y][x] + (float)rep;
  }

  double s = 0.0;
  for (int y = 0; y < N; y++)
    for (int x = 0; x < N; x++)
      s += dst[y][x] * ((y + 2 * x) % 3);
  printf("checksum %.1f\n", s);
  return 0;
}
