/* Streaming step of D2Q9 with one plane per direction and a power-of-two row; collapse over direction and row. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NX 512
#define NY 512
#define STEPS 12

typedef float plane[NY][NX];

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};

int main(void) {
  plane *a = malloc(9 * sizeof(plane)), *b = malloc(9 * sizeof(plane));
  if (!a || !b)
    return 1;
  for (int q = 0; q < 9; q++)
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++)
        a[q][y][x] = (float)((x * 3 + y * 5 + q) % 64);

  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for collapse(2)
    for (int q = 0; q < 9; q++)
      for (int y = 0; y < NY; y++) {
        const float *src = a[q][(y - ey[q]) & (NY - 1)];
        float *dst = b[q][y];
        for (int x = 1; x < NX - 1; x++)
          dst[x] = src[x - ex[q]];
        dst[0] = src[(NX - ex[q]) & (NX - 1)];
        dst[NX - 1] = src[(NX - 1 - ex[q]) & (NX - 1)];
      }
    plane *tmp = a;
    a = b;
    b = tmp;
  }

  double s = 0;
  for (int q = 0; q < 9; q++)
    for (int y = 0; y < NY; y += 3)
      for (int x = 0; x < NX; x++)
        s += a[q][y][x] * (x % 5);
  printf("%.1f\n", s);
  free(a);
  free(b);
  return 0;
}
