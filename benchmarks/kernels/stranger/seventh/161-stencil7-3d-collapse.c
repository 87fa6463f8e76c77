#include <stdio.h>

#define NX 96
#define NY 100
#define NZ 104

static float p[NZ][NY][NX], q[NZ][NY][NX];

static void step(float (*dst)[NY][NX], float (*src)[NY][NX]) {
#pragma omp parallel for collapse(2) schedule(static)
  for (int z = 1; z < NZ - 1; z++)
    for (int y = 1; y < NY - 1; y++)
      for (int x = 1; x < NX - 1; x++)
        dst[z][y][x] = 0.4f * src[z][y][x] + 0.1f * (src[z - 1][y][x] + src[z + 1][y][x] + src[z][y - 1][x] +
                                                     src[z][y + 1][x] + src[z][y][x - 1] + src[z][y][x + 1]);
}

int main(void) {
  p[50][50][50] = q[50][50][50] = 1000.0f;
  for (int t = 0; t < 12; t++) {
    step(q, p);
    step(p, q);
  }
  double s = 0;
  for (int z = 0; z < NZ; z++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        s += p[z][y][x] * (float)(x + y + z);
  printf("%.3f\n", s);
  return 0;
}
