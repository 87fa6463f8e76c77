#include <math.h>
#include <stdio.h>

#define N 330

static double L[N][N];

static void cholesky(void) {
  for (int k = 0; k < N; k++) {
    L[k][k] = sqrt(L[k][k]);
    for (int i = k + 1; i < N; i++)
      L[i][k] /= L[k][k];
#pragma omp parallel for
    for (int i = k + 1; i < N; i++)
      for (int j = k + 1; j <= i; j++)
        L[i][j] -= L[i][k] * L[j][k];
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      L[i][j] = i == j ? 2.0 * N : (double)((i * j) % 9) / 4.0;
  cholesky();
  double s = 0;
  for (int i = 0; i < N; i++)
    s += log(L[i][i]);
  printf("%.8f\n", s);
  return 0;
}
