/* A five-point stencil on N by M points: b = a weighted sum of a and its four neighbours, rows dealt out to the team.
 *
 * The five references walk the same array at fixed distances: each row of a is used for three rows of b, by up to three
 * threads when chunks are short.
 */
#include "kernel.h"

#ifndef N
#define N 1000
#endif
#ifndef M
#define M 1000
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][M], b[N][M];

void stencil5(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < M - 1; j++)
      b[i][j] = 0.25 * (a[i - 1][j] + a[i][j - 1] + 4 * a[i][j] + a[i][j + 1] + a[i + 1][j]);
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * M, 1);
  double start = kernel_seconds();
  stencil5();
  kernel_report("stencil5", kernel_seconds() - start, kernel_sum(&b[0][0], (size_t)N * M));
  return 0;
}
