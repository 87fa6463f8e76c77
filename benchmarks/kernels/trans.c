/* TRANS of the PME paper: b = a transposed, the rows of a (N by M) dealt out to the team.
 *
 * a is read along its rows, b is written down its columns. A line of b is used again in the next iterations of the
 * parallel loop, by the same thread or by its neighbour, which depends on the chunk; whether it is still there depends
 * on how many columns the team walks at a time (Figures 8 and 10).
 */
#include "kernel.h"

#ifndef N
#define N 1000
#endif
#ifndef M
#define M 1000
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][M], b[M][N];

void trans(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      b[j][i] = a[i][j];
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * M, 1);
  double start = kernel_seconds();
  trans();
  kernel_report("trans", kernel_seconds() - start, kernel_sum(&b[0][0], (size_t)N * M));
  return 0;
}
