/* MATMULTB of the PME paper (Figure 3): matrix product with tiles of TS by TS and a buffer for the tile of b.
 *
 * Loop order and buffering are those of the figure, for the sake of its cache behaviour. As printed there it is not a
 * correct program on several threads: threads of different ck add to the same elements of c without a lock. So main
 * runs it on one thread.
 */
#include "kernel.h"

#ifndef N
#define N 1000
#endif
#ifndef TS
#define TS 100
#endif
#ifndef THREADS
#define THREADS 1
#endif

#define MINIMUM(x, y) ((x) < (y) ? (x) : (y))

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], c[N][N];

void matmul_tb(void) {
#pragma omp parallel for schedule(SCHEDULE) num_threads(THREADS)
  for (int ck = 0; ck < N; ck += TS) {
    double buffer[TS][TS];
    for (int cj = 0; cj < N; cj += TS)
      for (int ci = 0; ci < N; ci++) {
        for (int k = ck; k < MINIMUM(N, ck + TS); k++)
          for (int j = cj; j < MINIMUM(N, cj + TS); j++)
            buffer[j - cj][k - ck] = b[k][j];
        for (int j = cj; j < MINIMUM(N, cj + TS); j++) {
          double sum = c[ci][j];
          for (int k = ck; k < MINIMUM(N, ck + TS); k++)
            sum += buffer[j - cj][k - ck] * a[ci][k];
          c[ci][j] = sum;
        }
      }
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(&b[0][0], (size_t)N * N, 2);
  double start = kernel_seconds();
  matmul_tb();
  kernel_report("matmul_tb", kernel_seconds() - start, kernel_sum(&c[0][0], (size_t)N * N));
  return 0;
}
