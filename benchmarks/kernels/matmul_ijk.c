/* MATMULIJK of the PME paper: a += b * c, loop order i, j, k, the rows of a dealt out to the team.
 *
 * b and a are walked along rows, c down its columns. All threads walk c in the same order at the same time, so in lock
 * step a line of c that one thread brings in serves the team: more threads mean fewer misses of a shared cache (Figure
 * 9).
 */
#include "kernel.h"

#ifndef N
#define N 1000
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], c[N][N];

void matmul_ijk(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = a[i][j];
      for (int k = 0; k < N; k++)
        sum += b[i][k] * c[k][j];
      a[i][j] = sum;
    }
}

int main(void) {
  kernel_fill(&b[0][0], (size_t)N * N, 1);
  kernel_fill(&c[0][0], (size_t)N * N, 2);
  double start = kernel_seconds();
  matmul_ijk();
  kernel_report("matmul_ijk", kernel_seconds() - start, kernel_sum(&a[0][0], (size_t)N * N));
  return 0;
}
