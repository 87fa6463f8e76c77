/* SU2COR-MATMAT of the PME paper: c = a * b for the SU(2) matrices of many lattice sites.
 *
 * A matrix of SU(2) is q0 + i (q1 s1 + q2 s2 + q3 s3) with the Pauli matrices s: four real numbers, which multiply like
 * quaternions. Each component is an array over the sites. Every line is used once: cold misses only.
 */
#include "kernel.h"

#ifndef N
#define N 4096
#endif

static double a[4][N], b[4][N], c[4][N];

void su2cor_matmat(void) {
#pragma omp parallel for schedule(SCHEDULE)
  for (int s = 0; s < N; s++) {
    c[0][s] = a[0][s] * b[0][s] - a[1][s] * b[1][s] - a[2][s] * b[2][s] - a[3][s] * b[3][s];
    c[1][s] = a[0][s] * b[1][s] + a[1][s] * b[0][s] - a[2][s] * b[3][s] + a[3][s] * b[2][s];
    c[2][s] = a[0][s] * b[2][s] + a[2][s] * b[0][s] - a[3][s] * b[1][s] + a[1][s] * b[3][s];
    c[3][s] = a[0][s] * b[3][s] + a[3][s] * b[0][s] - a[1][s] * b[2][s] + a[2][s] * b[1][s];
  }
}

int main(void) {
  kernel_fill(&a[0][0], (size_t)4 * N, 1);
  kernel_fill(&b[0][0], (size_t)4 * N, 2);
  double start = kernel_seconds();
  su2cor_matmat();
  kernel_report("su2cor_matmat", kernel_seconds() - start, kernel_sum(&c[0][0], (size_t)4 * N));
  return 0;
}
