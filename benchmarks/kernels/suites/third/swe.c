// Shallow water on a staggered grid, 14 arrays, with periodic borders; once in static arrays, once in blocks.
#include <stdio.h>
#include <stdlib.h>
#ifndef M
#define M 130
#endif
#ifndef STEPS
#define STEPS 2
#endif
static double un[M][M], vn[M][M], pn[M][M], uo[M][M], vo[M][M], po[M][M], us[M][M], vs[M][M], ps[M][M], cu[M][M],
    cv[M][M], zz[M][M], hh[M][M], psi[M][M];

typedef double Field[M];

__attribute__((noinline)) void swe_static(void) {

  for (int t = 0; t < STEPS; t++) {

#pragma omp parallel for
    for (int i = 0; i < M - 1; i++)
      for (int j = 0; j < M - 1; j++) {
        cu[i + 1][j] = 0.5 * (pn[i + 1][j] + pn[i][j]) * un[i + 1][j];
        cv[i][j + 1] = 0.5 * (pn[i][j + 1] + pn[i][j]) * vn[i][j + 1];
        zz[i + 1][j + 1] = (4 * (vn[i + 1][j + 1] - vn[i][j + 1]) - 3 * (un[i + 1][j + 1] - un[i + 1][j])) /
                           (pn[i][j] + pn[i + 1][j] + pn[i + 1][j + 1] + pn[i][j + 1] + 1);
        hh[i][j] = pn[i][j] + 0.25 * (un[i + 1][j] * un[i + 1][j] + un[i][j] * un[i][j]);
        psi[i][j] = hh[i][j] * 0.1;
      }

#pragma omp parallel for
    for (int j = 0; j < M - 1; j++) {
      cu[0][j] = cu[M - 1][j];
      cv[M - 1][j + 1] = cv[0][j + 1];
      zz[0][j + 1] = zz[M - 1][j + 1];
      hh[M - 1][j] = hh[0][j];
    }

#pragma omp parallel for
    for (int i = 0; i < M - 1; i++) {
      cu[i + 1][M - 1] = cu[i + 1][0];
      cv[i][0] = cv[i][M - 1];
      zz[i + 1][0] = zz[i + 1][M - 1];
      hh[i][M - 1] = hh[i][0];
    }

#pragma omp parallel for
    for (int i = 0; i < M - 1; i++)
      for (int j = 0; j < M - 1; j++) {
        us[i + 1][j] = uo[i + 1][j] + (zz[i + 1][j + 1] + zz[i + 1][j]) * (cv[i + 1][j + 1] + cv[i][j + 1]) -
                       (hh[i + 1][j] - hh[i][j]);
        vs[i][j + 1] = vo[i][j + 1] - (zz[i + 1][j + 1] + zz[i][j + 1]) * (cu[i + 1][j + 1] + cu[i][j + 1]) -
                       (hh[i][j + 1] - hh[i][j]);
        ps[i][j] = po[i][j] - (cu[i + 1][j] - cu[i][j]) - (cv[i][j + 1] - cv[i][j]);
      }

#pragma omp parallel for
    for (int i = 0; i < M; i++)
      for (int j = 0; j < M; j++) {
        uo[i][j] = un[i][j] + 0.01 * (us[i][j] - 2 * un[i][j] + uo[i][j]);
        vo[i][j] = vn[i][j] + 0.01 * (vs[i][j] - 2 * vn[i][j] + vo[i][j]);
        po[i][j] = pn[i][j] + 0.01 * (ps[i][j] - 2 * pn[i][j] + po[i][j]);
        un[i][j] = us[i][j];
        vn[i][j] = vs[i][j];
        pn[i][j] = ps[i][j];
      }
  }
}

__attribute__((noinline)) void swe_heap(Field *restrict un, Field *restrict vn, Field *restrict pn, Field *restrict uo,
                                        Field *restrict vo, Field *restrict po, Field *restrict us, Field *restrict vs,
                                        Field *restrict ps, Field *restrict cu, Field *restrict cv, Field *restrict zz,
                                        Field *restrict hh, Field *restrict psi) {

  for (int t = 0; t < STEPS; t++) {

#pragma omp parallel for
    for (int i = 0; i < M - 1; i++)
      for (int j = 0; j < M - 1; j++) {
        cu[i + 1][j] = 0.5 * (pn[i + 1][j] + pn[i][j]) * un[i + 1][j];
        cv[i][j + 1] = 0.5 * (pn[i][j + 1] + pn[i][j]) * vn[i][j + 1];
        zz[i + 1][j + 1] = (4 * (vn[i + 1][j + 1] - vn[i][j + 1]) - 3 * (un[i + 1][j + 1] - un[i + 1][j])) /
                           (pn[i][j] + pn[i + 1][j] + pn[i + 1][j + 1] + pn[i][j + 1] + 1);
        hh[i][j] = pn[i][j] + 0.25 * (un[i + 1][j] * un[i + 1][j] + un[i][j] * un[i][j]);
        psi[i][j] = hh[i][j] * 0.1;
      }

#pragma omp parallel for
    for (int j = 0; j < M - 1; j++) {
      cu[0][j] = cu[M - 1][j];
      cv[M - 1][j + 1] = cv[0][j + 1];
      zz[0][j + 1] = zz[M - 1][j + 1];
      hh[M - 1][j] = hh[0][j];
    }

#pragma omp parallel for
    for (int i = 0; i < M - 1; i++) {
      cu[i + 1][M - 1] = cu[i + 1][0];
      cv[i][0] = cv[i][M - 1];
      zz[i + 1][0] = zz[i + 1][M - 1];
      hh[i][M - 1] = hh[i][0];
    }

#pragma omp parallel for
    for (int i = 0; i < M - 1; i++)
      for (int j = 0; j < M - 1; j++) {
        us[i + 1][j] = uo[i + 1][j] + (zz[i + 1][j + 1] + zz[i + 1][j]) * (cv[i + 1][j + 1] + cv[i][j + 1]) -
                       (hh[i + 1][j] - hh[i][j]);
        vs[i][j + 1] = vo[i][j + 1] - (zz[i + 1][j + 1] + zz[i][j + 1]) * (cu[i + 1][j + 1] + cu[i][j + 1]) -
                       (hh[i][j + 1] - hh[i][j]);
        ps[i][j] = po[i][j] - (cu[i + 1][j] - cu[i][j]) - (cv[i][j + 1] - cv[i][j]);
      }

#pragma omp parallel for
    for (int i = 0; i < M; i++)
      for (int j = 0; j < M; j++) {
        uo[i][j] = un[i][j] + 0.01 * (us[i][j] - 2 * un[i][j] + uo[i][j]);
        vo[i][j] = vn[i][j] + 0.01 * (vs[i][j] - 2 * vn[i][j] + vo[i][j]);
        po[i][j] = pn[i][j] + 0.01 * (ps[i][j] - 2 * pn[i][j] + po[i][j]);
        un[i][j] = us[i][j];
        vn[i][j] = vs[i][j];
        pn[i][j] = ps[i][j];
      }
  }
}

int main(void) {
  Field *h[14];
  for (int i = 0; i < 14; i++)
    h[i] = calloc(M, sizeof(Field));
  pn[3][4] = h[2][3][4] = 1;
  swe_static();
  swe_heap(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9], h[10], h[11], h[12], h[13]);
  printf("%g %g\n", un[5][5], h[0][5][5]);
}
