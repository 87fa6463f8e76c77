// Conjugate gradients on a band of nine diagonals: products, dots and updates in a loop of iterations.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12000
#endif
__attribute__((noinline)) double cgvec(int n, int w, double *restrict a, double *restrict p, double *restrict q,
                                       double *restrict r, double *restrict z, double *restrict x, int its) {
  double rho = 1, d = 0, rho0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    q[i] = 0;
    z[i] = 0;
    r[i] = x[i];
    p[i] = r[i];
  }
  for (int t = 0; t < its; t++) {
    d = 0;
    rho0 = rho;
    rho = 0;
#pragma omp parallel
    {
#pragma omp for
      for (int i = w; i < n - w; i++)
        q[i] = a[i * 9 + 0] * p[i - w] + a[i * 9 + 1] * p[i - w + 1] + a[i * 9 + 2] * p[i - 1] + a[i * 9 + 4] * p[i] +
               a[i * 9 + 5] * p[i + 1] + a[i * 9 + 8] * p[i + w];
#pragma omp for reduction(+ : d)
      for (int i = 0; i < n; i++)
        d += p[i] * q[i];
#pragma omp for reduction(+ : rho)
      for (int i = 0; i < n; i++) {
        z[i] += 0.1 * p[i];
        r[i] -= 0.1 * q[i];
        rho += r[i] * r[i];
      }
#pragma omp for
      for (int i = 0; i < n; i++)
        p[i] = r[i] + rho / rho0 * p[i];
    }
  }
  return d;
}
int main(void) {
  double *m[6];
  for (int i = 0; i < 6; i++) {
    m[i] = malloc((i ? 1 : 9) * 8L * N);
    for (int j = 0; j < (i ? 1 : 9) * N; j++)
      m[i][j] = 1 + j % 5;
  }
  printf("%g\n", cgvec(N, 110, m[0], m[1], m[2], m[3], m[4], m[5], 4));
}
