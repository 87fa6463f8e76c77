/* A transport sweep over a plane, diagonal by diagonal. */
#include <stdio.h>

#define N 512

static double psi[N][N], q[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      q[i][j] = (i + 2 * j) % 5 * 0.1;

  for (int d = 2; d <= 2 * (N - 1); d++) {
    int lo = d - (N - 1) > 1 ? d - (N - 1) : 1, hi = d - 1 < N - 1 ? d - 1 : N - 1;
#pragma omp parallel for schedule(static, 1)
    for (int i = lo; i <= hi; i++) {
      int j = d - i;
      psi[i][j] = (q[i][j] + 0.45 * psi[i - 1][j] + 0.45 * psi[i][j - 1]) / 1.1;
    }
  }
  printf("%.10f\n", psi[N - 1][N - 1]);
  return 0;
}
