/* Nine weights around each point of a picture. */
#include "../kernel.h"

#ifndef N
#define N 1200
#endif

static _Alignas(KERNEL_LINE_BYTES) double in[N][N], out[N][N];

void convolution(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      out[i][j] = 1 * in[i - 1][j - 1] - 2 * in[i - 1][j] + 3 * in[i - 1][j + 1] - 4 * in[i][j - 1] + 5 * in[i][j] -
                  6 * in[i][j + 1] + 7 * in[i + 1][j - 1] - 8 * in[i + 1][j] + 9 * in[i + 1][j + 1];
}

int main(void) {
  kernel_fill(&in[0][0], (size_t)N * N, 1);
  double start = kernel_seconds();
  convolution();
  kernel_report("convolution", kernel_seconds() - start, kernel_sum(&out[0][0], (size_t)N * N));
  return 0;
}
