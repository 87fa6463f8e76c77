/* The lower triangle of c += a a': later rows have more to do. */
#include "../kernel.h"

#ifndef N
#define N 400
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], c[N][N];

void syrk(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double sum = c[i][j];
      for (int k = 0; k < N; k++)
        sum += a[i][k] * a[j][k];
      c[i][j] = sum;
    }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  double start = kernel_seconds();
  syrk();
  kernel_report("syrk", kernel_seconds() - start, kernel_sum(&c[0][0], (size_t)N * N));
  return 0;
}
