/* Heat in two dimensions by alternating directions: each step solves tridiagonal systems along columns, then along rows,
 * forwards and backwards, whole lines in parallel. */
#include "../kernel.h"

#ifndef N
#define N 400
#endif
#ifndef STEPS
#define STEPS 2
#endif

static _Alignas(KERNEL_LINE_BYTES) double u[N][N], v[N][N], p[N][N], q[N][N];

void adi(void) {
  const double a = -0.25, b = 1.5, d = -0.5, f = 2;
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 1; i < N - 1; i++) {
      v[0][i] = 1;
      p[i][0] = 0;
      q[i][0] = 1;
      for (int j = 1; j < N - 1; j++) {
        p[i][j] = -a / (a * p[i][j - 1] + b);
        q[i][j] =
            (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - d * u[j][i + 1] - a * q[i][j - 1]) / (a * p[i][j - 1] + b);
      }
      v[N - 1][i] = 1;
      for (int j = N - 2; j >= 1; j--)
        v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 1; i < N - 1; i++) {
      u[i][0] = 1;
      p[i][0] = 0;
      q[i][0] = 1;
      for (int j = 1; j < N - 1; j++) {
        p[i][j] = -d / (d * p[i][j - 1] + f);
        q[i][j] =
            (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - a * v[i + 1][j] - d * q[i][j - 1]) / (d * p[i][j - 1] + f);
      }
      u[i][N - 1] = 1;
      for (int j = N - 2; j >= 1; j--)
        u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
  }
}

int main(void) {
  kernel_fill(&u[0][0], (size_t)N * N, 1);
  double start = kernel_seconds();
  adi();
  kernel_report("adi", kernel_seconds() - start, kernel_sum(&u[0][0], (size_t)N * N));
  return 0;
}
