/* Six faces of a block of 128^3 are packed for sending. */
#include <stdio.h>

#define N 128

static double q[N][N][N];
static double face[6][N][N];

int main(void) {
  for (int z = 0; z < N; z++)
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        q[z][y][x] = x + 0.5 * y - 0.25 * z;

  for (int round = 0; round < 4; round++) {
#pragma omp parallel for
    for (int a = 0; a < N; a++)
      for (int b = 0; b < N; b++) {
        face[0][a][b] = q[a][b][1];
        face[1][a][b] = q[a][b][N - 2];
        face[2][a][b] = q[a][1][b];
        face[3][a][b] = q[a][N - 2][b];
        face[4][a][b] = q[1][a][b];
        face[5][a][b] = q[N - 2][a][b];
      }
  }

  double s = 0.0;
  for (int f = 0; f < 6; f++)
    for (int a = 0; a < N; a++)
      s += face[f][a][(a * 3) % N] * (f + 1);
  printf("%.4f\n", s);
  return 0;
}
