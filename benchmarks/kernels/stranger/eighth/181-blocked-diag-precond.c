#include <stdio.h>
#include <stdlib.h>

#define NB 40000

static void precond(const double (*B)[4][4], const double *r, double *z) {
#pragma omp parallel for schedule(dynamic, 2)
  for (int b = 0; b < NB; b++)
    for (int i = 0; i < 4; i++) {
      double s = 0;
      for (int j = 0; j < 4; j++)
        s += B[b][i][j] * r[4 * b + j];
      z[4 * b + i] = s;
    }
}

int main(void) {
  double(*B)[4][4] = malloc(NB * sizeof *B);
  double *r = malloc(4 * NB * sizeof *r), *z = malloc(4 * NB * sizeof *z);
  if (!B || !r || !z)
    return 1;
  for (int b = 0; b < NB; b++)
    for (int i = 0; i < 4; i++) {
      r[4 * b + i] = b % 9 + i;
      for (int j = 0; j < 4; j++)
        B[b][i][j] = i == j ? 0.5 : 0.01 * ((b + j) % 3);
    }
  for (int k = 0; k < 5; k++)
    precond((const double(*)[4][4])B, r, z);
  double s = 0;
  for (int i = 0; i < 4 * NB; i++)
    s += z[i];
  printf("%.4f\n", s);
  free(B);
  free(r);
  free(z);
  return 0;
}
