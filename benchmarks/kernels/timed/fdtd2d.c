/* Electric and magnetic fields in turns: three loops a step over three arrays. */
#include "../kernel.h"

#ifndef N
#define N 800
#endif
#ifndef STEPS
#define STEPS 3
#endif

static _Alignas(KERNEL_LINE_BYTES) double ex[N][N], ey[N][N], hz[N][N];

void fdtd2d(void) {
  for (int t = 0; t < STEPS; t++) {
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 1; i < N; i++)
      for (int j = 0; j < N; j++)
        ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++)
      for (int j = 1; j < N; j++)
        ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N - 1; i++)
      for (int j = 0; j < N - 1; j++)
        hz[i][j] -= 0.5 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }
}

int main(void) {
  kernel_fill(&ex[0][0], (size_t)N * N, 1);
  kernel_fill(&ey[0][0], (size_t)N * N, 2);
  kernel_fill(&hz[0][0], (size_t)N * N, 3);
  double start = kernel_seconds();
  fdtd2d();
  kernel_report("fdtd2d", kernel_seconds() - start, kernel_sum(&hz[0][0], (size_t)N * N));
  return 0;
}
