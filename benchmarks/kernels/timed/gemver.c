/* a += u v' + w z': a matrix is changed in one pass. */
#include "../kernel.h"

#ifndef N
#define N 1500
#endif

static _Alignas(KERNEL_LINE_BYTES) double a[N][N], u[N], v[N], w[N], z[N];

void gemver(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] += u[i] * v[j] + w[i] * z[j];
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)N * N, 1);
  double *const vectors[] = {u, v, w, z};
  for (unsigned i = 0; i < sizeof vectors / sizeof *vectors; i++)
    kernel_fill(vectors[i], N, i + 2);
  double start = kernel_seconds();
  gemver();
  kernel_report("gemver", kernel_seconds() - start, kernel_sum(&a[0][0], (size_t)N * N));
  return 0;
}
