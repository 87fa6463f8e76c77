/* Transposition of a matrix of 1024 by 1024 in blocks of 32. */
#include <stdio.h>

#define N 1024
#define B 32

static double a[N][N], t[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i - j;
#pragma omp parallel for collapse(2)
  for (int ib = 0; ib < N; ib += B)
    for (int jb = 0; jb < N; jb += B)
      for (int i = ib; i < ib + B; i++)
        for (int j = jb; j < jb + B; j++)
          t[j][i] = a[i][j];
  printf("%.1f\n", t[10][1000]);
  return 0;
}
