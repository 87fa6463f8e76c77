/* D = (A B) C: two products of matrices, the second one of what the first one made. */
#include "../kernel.h"

#ifndef N
#define N 200
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], b[N][N], c[N][N], d[N][N], e[N][N];

void two_products(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      e[i][j] = 0;
      for (int k = 0; k < N; k++)
        e[i][j] += a[i][k] * b[k][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      d[i][j] = 0;
      for (int k = 0; k < N; k++)
        d[i][j] += e[i][k] * c[k][j];
    }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  kernel_fill(&b[0][0], (size_t)N * N, 2);
  kernel_fill(&c[0][0], (size_t)N * N, 3);
  double start = kernel_seconds();
  two_products();
  kernel_report("two_products", kernel_seconds() - start, kernel_sum(&d[0][0], (size_t)N * N));
  return 0;
}
