/* A = Q R by the modified process of Gram and Schmidt: one column after the other is taken off all that follow, which are
 * shared out; everything goes down columns. */
#include "../kernel.h"

#include <math.h>

#ifndef N
#define N 200
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], q[N][N], r[N][N];

void gramschmidt(void) {
  for (int k = 0; k < N; k++) {
    double norm = 0;
    for (int i = 0; i < N; i++)
      norm += a[i][k] * a[i][k];
    r[k][k] = sqrt(norm);
    for (int i = 0; i < N; i++)
      q[i][k] = a[i][k] / r[k][k];
#pragma omp parallel for schedule(SCHEDULE)
    for (int j = k + 1; j < N; j++) {
      double sum = 0;
      for (int i = 0; i < N; i++)
        sum += q[i][k] * a[i][j];
      r[k][j] = sum;
      for (int i = 0; i < N; i++)
        a[i][j] -= q[i][k] * sum;
    }
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  for (int i = 0; i < N; i++)
    a[i][i] += 10;
  double start = kernel_seconds();
  gramschmidt();
  kernel_report("gramschmidt", kernel_seconds() - start, kernel_sum(&r[0][0], (size_t)N * N));
  return 0;
}
