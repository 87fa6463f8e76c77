#include <stdio.h>

#define NX 88
#define NY 22
#define NZ 20

static double a[NZ][NY][NX], b[NZ][NY][NX];

static void smooth(void) {
  for (int z = 1; z < NZ - 1; z++)
    for (int y = 1; y < NY - 1; y++) {
#pragma omp parallel for
      for (int x = 1; x < NX - 1; x++)
        b[z][y][x] = (a[z][y][x] + a[z][y][x - 1] + a[z][y][x + 1] + a[z - 1][y][x] + a[z + 1][y][x] + a[z][y - 1][x] +
                      a[z][y + 1][x]) /
                     7.0;
    }
}

int main(void) {
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        a[z][y][x] = (x * y + z) % 10;
  smooth();
  double s = 0;
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        s += b[z][y][x];
  printf("%.6f\n", s);
  return 0;
}
