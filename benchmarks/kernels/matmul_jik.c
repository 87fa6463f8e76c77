/* MATMULJIK of the PME paper: a += b * c, loop order j, i, k, the columns of a dealt out to the team.
 *
 * Every iteration of the parallel loop reads all of b and walks down one column of a and of c. How many lines those
 * columns span, and whether threads share them, depends on the chunk (Figure 11).
 */
#include "kernel.h"

#ifndef N
#define N 1000
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], c[N][N];

void matmul_jik(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
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
  matmul_jik();
  kernel_report("matmul_jik", kernel_seconds() - start, kernel_sum(&a[0][0], (size_t)N * N));
  return 0;
}
