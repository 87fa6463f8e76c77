/* C = A B with a symmetric A of which the lower triangle is there: a row of B comes in as a row of A says, and goes out to
 * the rows above it. Columns are shared out, so that nobody writes into another's. */
#include "../kernel.h"

#ifndef N
#define N 200
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], c[N][N];

void symm(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int k = 0; k < i; k++) {
        c[k][j] += 2 * b[i][j] * a[i][k];
        sum += b[k][j] * a[i][k];
      }
      c[i][j] = 3 * c[i][j] + 2 * b[i][j] * a[i][i] + 2 * sum;
    }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(&b[0][0], (size_t)N * N, 2);
  kernel_fill(&c[0][0], (size_t)N * N, 3);
  double start = kernel_seconds();
  symm();
  kernel_report("symm", kernel_seconds() - start, kernel_sum(&c[0][0], (size_t)N * N));
  return 0;
}
