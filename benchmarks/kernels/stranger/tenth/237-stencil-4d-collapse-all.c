/* 4D nine-point relaxation, all four loops collapsed */
#include <stdio.h>
#include <stdlib.h>
#define S 30
typedef double hyper[S][S][S][S];

static void relax(hyper *restrict in, hyper *restrict out) {
#pragma omp parallel for collapse(4) schedule(static)
  for (int a = 1; a < S - 1; a++)
    for (int b = 1; b < S - 1; b++)
      for (int c = 1; c < S - 1; c++)
        for (int d = 1; d < S - 1; d++)
          (*out)[a][b][c][d] =
              0.5 * (*in)[a][b][c][d] +
              0.0625 * ((*in)[a - 1][b][c][d] + (*in)[a + 1][b][c][d] + (*in)[a][b - 1][c][d] + (*in)[a][b + 1][c][d] +
                        (*in)[a][b][c - 1][d] + (*in)[a][b][c + 1][d] + (*in)[a][b][c][d - 1] + (*in)[a][b][c][d + 1]);
}
int main(void) {
  hyper *u = malloc(sizeof *u), *v = malloc(sizeof *v);
  double *pu = (double *)u, *pv = (double *)v;
  for (int i = 0; i < S * S * S * S; i++)
    pu[i] = pv[i] = (i % 101) * 0.01;
  for (int t = 0; t < 8; t++) {
    relax(u, v);
    hyper *w = u;
    u = v;
    v = w;
  }
  double s = 0;
  for (int i = 0; i < S * S * S * S; i++)
    s += ((double *)u)[i] * (i % 3);
  printf("%.9f\n", s);
  free(u);
  free(v);
  return 0;
}
