/* A seven-point sweep over a cube, planes dealt out. */
#include "../kernel.h"

#ifndef N
#define N 120
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N][N], b[N][N][N];

void heat3d(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int z = 1; z < N - 1; z++)
    for (int y = 1; y < N - 1; y++)
      for (int x = 1; x < N - 1; x++)
        b[z][y][x] = 0.125 * (a[z + 1][y][x] + a[z - 1][y][x] + a[z][y + 1][x] + a[z][y - 1][x] + a[z][y][x + 1] +
                              a[z][y][x - 1] + 2 * a[z][y][x]);
}

int main(void) {
  kernel_fill(&a[0][0][0], (size_t)N * N * N, 1);
  double start = kernel_seconds();
  heat3d();
  kernel_report("heat3d", kernel_seconds() - start, kernel_sum(&b[0][0][0], (size_t)N * N * N));
  return 0;
}
