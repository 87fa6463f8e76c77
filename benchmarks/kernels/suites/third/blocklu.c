// LU of a matrix of blocks: panel, row of blocks, and the rest by products of blocks that each thread copies for itself.
#include <stdio.h>
#include <stdlib.h>
#ifndef NB
#define NB 8
#endif
#define B 16

__attribute__((noinline)) void blocklu(double (*restrict a)[B][B]) {
  for (int k = 0; k < NB; k++) {
    for (int p = 0; p < B; p++)
      for (int i = p + 1; i < B; i++) {
        a[k * NB + k][i][p] /= a[k * NB + k][p][p];
        for (int j = p + 1; j < B; j++)
          a[k * NB + k][i][j] -= a[k * NB + k][i][p] * a[k * NB + k][p][j];
      }
#pragma omp parallel for
    for (int i = k + 1; i < NB; i++)
      for (int p = 0; p < B; p++)
        for (int r = 0; r < B; r++)
          for (int c = p + 1; c < B; c++)
            a[i * NB + k][r][c] -= a[i * NB + k][r][p] * a[k * NB + k][p][c];
#pragma omp parallel for
    for (int j = k + 1; j < NB; j++)
      for (int p = 0; p < B; p++)
        for (int r = p + 1; r < B; r++)
          for (int c = 0; c < B; c++)
            a[k * NB + j][r][c] -= a[k * NB + k][r][p] * a[k * NB + j][p][c];
#pragma omp parallel
    {
      double left[B][B], *right = malloc(sizeof(double) * B * B);
#pragma omp for
      for (int i = k + 1; i < NB; i++) {
        for (int r = 0; r < B; r++)
          for (int c = 0; c < B; c++)
            left[r][c] = a[i * NB + k][r][c];
        for (int j = k + 1; j < NB; j++) {
          for (int r = 0; r < B; r++)
            for (int c = 0; c < B; c++)
              right[c * B + r] = a[k * NB + j][r][c];
          for (int r = 0; r < B; r++)
            for (int c = 0; c < B; c++)
              for (int p = 0; p < B; p++)
                a[i * NB + j][r][c] -= left[r][p] * right[c * B + p];
        }
      }
      free(right);
    }
  }
}

int main(void) {
  double(*a)[B][B] = malloc(sizeof(double) * NB * NB * B * B);
  for (int i = 0; i < NB * NB; i++)
    for (int r = 0; r < B; r++)
      for (int c = 0; c < B; c++)
        a[i][r][c] = i % (NB + 1) == 0 && r == c ? 100 : 1;
  blocklu(a);
  printf("%g\n", a[NB * NB - 1][B - 1][B - 1]);
}
