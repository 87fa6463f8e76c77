// One V of a multigrid in 3D over four grids, each array of each grid a block of its own; damped Jacobi.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 34
#endif
#define AT(a, n, i, j, k) a[((i) * (n) + (j)) * (n) + (k)]

enum { N1 = (N - 2) / 2 + 2, N2 = (N1 - 2) / 2 + 2, N3 = (N2 - 2) / 2 + 2 };

__attribute__((noinline)) void vcycle(double *restrict x0, double *restrict b0, double *restrict y0,
                                      double *restrict x1, double *restrict b1, double *restrict y1,
                                      double *restrict x2, double *restrict b2, double *restrict y2,
                                      double *restrict x3, double *restrict b3, double *restrict y3) {
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      for (int k = 1; k < N - 1; k++)
        AT(y0, N, i, j, k) =
            AT(x0, N, i, j, k) +
            0.1 * (AT(b0, N, i, j, k) - 6 * AT(x0, N, i, j, k) + AT(x0, N, i - 1, j, k) + AT(x0, N, i + 1, j, k) +
                   AT(x0, N, i, j - 1, k) + AT(x0, N, i, j + 1, k) + AT(x0, N, i, j, k - 1) + AT(x0, N, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      for (int k = 1; k < N - 1; k++)
        AT(x0, N, i, j, k) =
            AT(y0, N, i, j, k) +
            0.1 * (AT(b0, N, i, j, k) - 6 * AT(y0, N, i, j, k) + AT(y0, N, i - 1, j, k) + AT(y0, N, i + 1, j, k) +
                   AT(y0, N, i, j - 1, k) + AT(y0, N, i, j + 1, k) + AT(y0, N, i, j, k - 1) + AT(y0, N, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N1 - 1; i++)
    for (int j = 1; j < N1 - 1; j++)
      for (int k = 1; k < N1 - 1; k++)
        AT(b1, N1, i, j, k) = 0.5 * AT(x0, N, 2 * i, 2 * j, 2 * k) + 0.25 * AT(x0, N, 2 * i, 2 * j, 2 * k - 1) +
                              0.25 * AT(x0, N, 2 * i - 1, 2 * j, 2 * k);
#pragma omp parallel for
  for (int i = 1; i < N1 - 1; i++)
    for (int j = 1; j < N1 - 1; j++)
      for (int k = 1; k < N1 - 1; k++)
        AT(y1, N1, i, j, k) =
            AT(x1, N1, i, j, k) + 0.1 * (AT(b1, N1, i, j, k) - 6 * AT(x1, N1, i, j, k) + AT(x1, N1, i - 1, j, k) +
                                         AT(x1, N1, i + 1, j, k) + AT(x1, N1, i, j - 1, k) + AT(x1, N1, i, j + 1, k) +
                                         AT(x1, N1, i, j, k - 1) + AT(x1, N1, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N1 - 1; i++)
    for (int j = 1; j < N1 - 1; j++)
      for (int k = 1; k < N1 - 1; k++)
        AT(x1, N1, i, j, k) =
            AT(y1, N1, i, j, k) + 0.1 * (AT(b1, N1, i, j, k) - 6 * AT(y1, N1, i, j, k) + AT(y1, N1, i - 1, j, k) +
                                         AT(y1, N1, i + 1, j, k) + AT(y1, N1, i, j - 1, k) + AT(y1, N1, i, j + 1, k) +
                                         AT(y1, N1, i, j, k - 1) + AT(y1, N1, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N2 - 1; i++)
    for (int j = 1; j < N2 - 1; j++)
      for (int k = 1; k < N2 - 1; k++)
        AT(b2, N2, i, j, k) = 0.5 * AT(x1, N1, 2 * i, 2 * j, 2 * k) + 0.25 * AT(x1, N1, 2 * i, 2 * j, 2 * k - 1) +
                              0.25 * AT(x1, N1, 2 * i - 1, 2 * j, 2 * k);
#pragma omp parallel for
  for (int i = 1; i < N2 - 1; i++)
    for (int j = 1; j < N2 - 1; j++)
      for (int k = 1; k < N2 - 1; k++)
        AT(y2, N2, i, j, k) =
            AT(x2, N2, i, j, k) + 0.1 * (AT(b2, N2, i, j, k) - 6 * AT(x2, N2, i, j, k) + AT(x2, N2, i - 1, j, k) +
                                         AT(x2, N2, i + 1, j, k) + AT(x2, N2, i, j - 1, k) + AT(x2, N2, i, j + 1, k) +
                                         AT(x2, N2, i, j, k - 1) + AT(x2, N2, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N2 - 1; i++)
    for (int j = 1; j < N2 - 1; j++)
      for (int k = 1; k < N2 - 1; k++)
        AT(x2, N2, i, j, k) =
            AT(y2, N2, i, j, k) + 0.1 * (AT(b2, N2, i, j, k) - 6 * AT(y2, N2, i, j, k) + AT(y2, N2, i - 1, j, k) +
                                         AT(y2, N2, i + 1, j, k) + AT(y2, N2, i, j - 1, k) + AT(y2, N2, i, j + 1, k) +
                                         AT(y2, N2, i, j, k - 1) + AT(y2, N2, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N3 - 1; i++)
    for (int j = 1; j < N3 - 1; j++)
      for (int k = 1; k < N3 - 1; k++)
        AT(b3, N3, i, j, k) = 0.5 * AT(x2, N2, 2 * i, 2 * j, 2 * k) + 0.25 * AT(x2, N2, 2 * i, 2 * j, 2 * k - 1) +
                              0.25 * AT(x2, N2, 2 * i - 1, 2 * j, 2 * k);
#pragma omp parallel for
  for (int i = 1; i < N3 - 1; i++)
    for (int j = 1; j < N3 - 1; j++)
      for (int k = 1; k < N3 - 1; k++)
        AT(y3, N3, i, j, k) =
            AT(x3, N3, i, j, k) + 0.1 * (AT(b3, N3, i, j, k) - 6 * AT(x3, N3, i, j, k) + AT(x3, N3, i - 1, j, k) +
                                         AT(x3, N3, i + 1, j, k) + AT(x3, N3, i, j - 1, k) + AT(x3, N3, i, j + 1, k) +
                                         AT(x3, N3, i, j, k - 1) + AT(x3, N3, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N3 - 1; i++)
    for (int j = 1; j < N3 - 1; j++)
      for (int k = 1; k < N3 - 1; k++)
        AT(x3, N3, i, j, k) =
            AT(y3, N3, i, j, k) + 0.1 * (AT(b3, N3, i, j, k) - 6 * AT(y3, N3, i, j, k) + AT(y3, N3, i - 1, j, k) +
                                         AT(y3, N3, i + 1, j, k) + AT(y3, N3, i, j - 1, k) + AT(y3, N3, i, j + 1, k) +
                                         AT(y3, N3, i, j, k - 1) + AT(y3, N3, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N3 - 1; i++)
    for (int j = 1; j < N3 - 1; j++)
      for (int k = 1; k < N3 - 1; k++) {
        double v = AT(x3, N3, i, j, k);
        AT(x2, N2, 2 * i, 2 * j, 2 * k) += v;
        AT(x2, N2, 2 * i, 2 * j, 2 * k - 1) += v;
        AT(x2, N2, 2 * i, 2 * j - 1, 2 * k) += v;
        AT(x2, N2, 2 * i - 1, 2 * j, 2 * k) += v;
        AT(x2, N2, 2 * i - 1, 2 * j - 1, 2 * k - 1) += v;
      }
#pragma omp parallel for
  for (int i = 1; i < N2 - 1; i++)
    for (int j = 1; j < N2 - 1; j++)
      for (int k = 1; k < N2 - 1; k++)
        AT(y2, N2, i, j, k) =
            AT(x2, N2, i, j, k) + 0.1 * (AT(b2, N2, i, j, k) - 6 * AT(x2, N2, i, j, k) + AT(x2, N2, i - 1, j, k) +
                                         AT(x2, N2, i + 1, j, k) + AT(x2, N2, i, j - 1, k) + AT(x2, N2, i, j + 1, k) +
                                         AT(x2, N2, i, j, k - 1) + AT(x2, N2, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N2 - 1; i++)
    for (int j = 1; j < N2 - 1; j++)
      for (int k = 1; k < N2 - 1; k++) {
        double v = AT(y2, N2, i, j, k);
        AT(x1, N1, 2 * i, 2 * j, 2 * k) += v;
        AT(x1, N1, 2 * i, 2 * j, 2 * k - 1) += v;
        AT(x1, N1, 2 * i, 2 * j - 1, 2 * k) += v;
        AT(x1, N1, 2 * i - 1, 2 * j, 2 * k) += v;
        AT(x1, N1, 2 * i - 1, 2 * j - 1, 2 * k - 1) += v;
      }
#pragma omp parallel for
  for (int i = 1; i < N1 - 1; i++)
    for (int j = 1; j < N1 - 1; j++)
      for (int k = 1; k < N1 - 1; k++)
        AT(y1, N1, i, j, k) =
            AT(x1, N1, i, j, k) + 0.1 * (AT(b1, N1, i, j, k) - 6 * AT(x1, N1, i, j, k) + AT(x1, N1, i - 1, j, k) +
                                         AT(x1, N1, i + 1, j, k) + AT(x1, N1, i, j - 1, k) + AT(x1, N1, i, j + 1, k) +
                                         AT(x1, N1, i, j, k - 1) + AT(x1, N1, i, j, k + 1));
#pragma omp parallel for
  for (int i = 1; i < N1 - 1; i++)
    for (int j = 1; j < N1 - 1; j++)
      for (int k = 1; k < N1 - 1; k++) {
        double v = AT(y1, N1, i, j, k);
        AT(x0, N, 2 * i, 2 * j, 2 * k) += v;
        AT(x0, N, 2 * i, 2 * j, 2 * k - 1) += v;
        AT(x0, N, 2 * i, 2 * j - 1, 2 * k) += v;
        AT(x0, N, 2 * i - 1, 2 * j, 2 * k) += v;
        AT(x0, N, 2 * i - 1, 2 * j - 1, 2 * k - 1) += v;
      }
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      for (int k = 1; k < N - 1; k++)
        AT(y0, N, i, j, k) =
            AT(x0, N, i, j, k) +
            0.1 * (AT(b0, N, i, j, k) - 6 * AT(x0, N, i, j, k) + AT(x0, N, i - 1, j, k) + AT(x0, N, i + 1, j, k) +
                   AT(x0, N, i, j - 1, k) + AT(x0, N, i, j + 1, k) + AT(x0, N, i, j, k - 1) + AT(x0, N, i, j, k + 1));
}

int main(void) {
  double *a[12];
  int sizes[4] = {N, N1, N2, N3};
  for (int g = 0; g < 12; g++)
    a[g] = calloc((size_t)sizes[g / 3] * sizes[g / 3] * sizes[g / 3], sizeof(double));
  vcycle(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
  printf("%g\n", a[2][N * N + N + 1]);
}
