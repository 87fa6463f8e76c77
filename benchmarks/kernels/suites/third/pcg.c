// Conjugate gradients with a diagonal preconditioner on five diagonals, pieces with nowait where nothing is waited for.
#include <stdio.h>
#include <stdlib.h>
#ifndef NX
#define NX 96
#endif
typedef struct {
  double *dl2, *dl1, *d0, *du1, *du2;
} Band;

__attribute__((noinline)) void pcg(int n, int w, const Band *m, double *restrict x, double *restrict r,
                                   double *restrict z, double *restrict p, double *restrict q, double *restrict minv,
                                   int iterations) {
  const double *restrict l2 = m->dl2, *restrict l1 = m->dl1, *restrict d = m->d0, *restrict u1 = m->du1,
                         *restrict u2 = m->du2;
  for (int it = 0; it < iterations; it++) {
    double rho = 0, pq = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : rho)
      for (int i = w; i < n - w; i++) {
        z[i] = minv[i] * r[i];
        rho += z[i] * r[i];
      }
#pragma omp for nowait
      for (int i = w; i < n - w; i++)
        p[i] = z[i] + 0.4 * p[i];
#pragma omp for schedule(static) reduction(+ : pq)
      for (int i = w; i < n - w; i++) {
        q[i] = l2[i] * p[i - w] + l1[i] * p[i - 1] + d[i] * p[i] + u1[i] * p[i + 1] + u2[i] * p[i + w];
        pq += q[i] * p[i];
      }
#pragma omp for nowait
      for (int i = w; i < n - w; i++)
        x[i] += 0.3 * p[i];
#pragma omp for
      for (int i = w; i < n - w; i++)
        r[i] -= 0.3 * q[i];
    }
  }
}

int main(void) {
  int n = NX * NX;
  double *v[11];
  for (int k = 0; k < 11; k++) {
    v[k] = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
      v[k][i] = 0.001 * (k + 1);
  }
  Band m = {v[0], v[1], v[2], v[3], v[4]};
  pcg(n, NX, &m, v[5], v[6], v[7], v[8], v[9], v[10], 3);
  printf("%g\n", v[5][n / 2]);
}
