/* q = A p and s = A' r, as the biconjugate gradients need them: one product along rows, one down columns. */
#include "../kernel.h"

#ifndef N
#define N 1500
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], p[N], q[N], r[N], s[N];

void bicg(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++) {
    double sum = 0;
    for (int j = 0; j < N; j++)
      sum += a[i][j] * p[j];
    q[i] = sum;
  }
#pragma omp parallel for schedule(SCHEDULE)
  for (int j = 0; j < N; j++) {
    double sum = 0;
    for (int i = 0; i < N; i++)
      sum += a[i][j] * r[i];
    s[j] = sum;
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(p, N, 2);
  kernel_fill(r, N, 3);
  double start = kernel_seconds();
  bicg();
  kernel_report("bicg", kernel_seconds() - start, kernel_sum(q, N) + kernel_sum(s, N));
  return 0;
}
