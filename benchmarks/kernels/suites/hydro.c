// Explicit hydrodynamics on a plane: pressure, fluxes by rows, fluxes by columns, advection, halos; 22 loops.
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 90
#endif
#define F(a) a[(long)(j) * w + (i)]
#define A(a, dj, di) a[(long)(j + (dj)) * w + i + (di)]
#define LOOP(j0, j1, i0, i1) _Pragma("omp for") for (int j = j0; j < j1; j++) for (int i = i0; i < i1; i++)
__attribute__((noinline)) void hydro(int w, double *restrict d, double *restrict e, double *restrict p,
                                     double *restrict q, double *restrict c, double *restrict xv, double *restrict yv,
                                     double *restrict fx, double *restrict fy, double *restrict mx, double *restrict my,
                                     double *restrict vol, int its) {
  int n = w - 2;
  for (int t = 0; t < its; t++) {
#pragma omp parallel
    {
      LOOP(2, n, 2, n) {
        F(p) = 0.4 * F(d) * F(e);
        F(c) = F(p) / F(d);
      }
      LOOP(2, n, 2, n) F(q) = A(xv, 0, 1) - F(xv) + A(yv, 1, 0) - F(yv);
      LOOP(0, w, 0, 2) A(p, 0, 0) = A(p, 0, 2);
      LOOP(0, 2, 0, w) A(p, 0, 0) = A(p, 2, 0);
      LOOP(2, n, 2, n) {
        F(xv) -= (F(p) - A(p, 0, -1) + F(q) - A(q, 0, -1));
        F(yv) -= F(p) - A(p, -1, 0) + F(q) - A(q, -1, 0);
      }
      LOOP(2, n, 2, n) F(fx) = 0.25 * (F(xv) + A(xv, 1, 0));
      LOOP(2, n, 2, n) F(fy) = 0.25 * (F(yv) + A(yv, 0, 1));
      LOOP(2, n, 2, n) {
        F(vol) = 1 + A(fx, 0, 1) - F(fx) + A(fy, 1, 0) - F(fy);
        F(c) = F(vol) - F(fx);
      }
      LOOP(2, n, 2, n) {
        F(mx) = F(fx) * A(d, 0, -1);
        F(q) = A(e, 0, -1) * F(mx);
      }
      LOOP(2, n, 2, n) {
        F(d) = (F(d) * F(vol) + F(mx) - A(mx, 0, 1)) / F(c);
        F(e) += F(q) - A(q, 0, 1);
      }
      LOOP(2, n, 2, n) {
        F(my) = F(fy) * A(d, -1, 0);
        F(q) = A(e, -1, 0) * F(my);
      }
      LOOP(2, n, 2, n) {
        F(d) = (F(d) * F(vol) + F(my) - A(my, 1, 0)) / F(c);
        F(e) += F(q) - A(q, 1, 0);
      }
      LOOP(2, n, 2, n) F(c) = 0.25 * (A(mx, -1, 0) + F(mx) + A(mx, -1, 1) + A(mx, 0, 1));
      LOOP(2, n, 2, n) F(xv) += F(c) * A(xv, 0, -1);
      LOOP(2, n, 2, n) F(c) = 0.25 * (A(my, 0, -1) + F(my) + A(my, 1, -1) + A(my, 1, 0));
      LOOP(2, n, 2, n) F(yv) += F(c) * A(yv, -1, 0);
      LOOP(0, w, 0, 2) A(d, 0, 0) = A(d, 0, 2);
      LOOP(0, 2, 0, w) A(d, 0, 0) = A(d, 2, 0);
      LOOP(0, w, 0, 2) A(e, 0, 0) = A(e, 0, 2);
      LOOP(0, 2, 0, w) A(e, 0, 0) = A(e, 2, 0);
    }
  }
}
int main(void) {
  double *m[12];
  for (int k = 0; k < 12; k++) {
    m[k] = malloc(N * N * 8L);
    for (int i = 0; i < N * N; i++)
      m[k][i] = 1;
  }
  hydro(N, m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 2);
  printf("%g\n", m[0][5 * N + 7]);
}
