/* The upper triangle of data' data: both factors are read down columns, early rows have most to do. */
#include "../kernel.h"

#ifndef N
#define N 300
#endif

static _Alignas(KERNEL_LINE_BYTES) double data[N][N], product[N][N];

void covariance(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += data[k][i] * data[k][j];
      product[i][j] = sum;
    }
}

int main(void) {
  kernel_fill(&data[0][0], (size_t)N * N, 1);
  double start = kernel_seconds();
  covariance();
  kernel_report("covariance", kernel_seconds() - start, kernel_sum(&product[0][0], (size_t)N * N));
  return 0;
}
