/* Rank-1 updates A += u v^T where the parallel loop is the inner one (over columns) of each row. */
#include <stdio.h>

#define M 500
#define N 4001

static double a[M][N], u[M], v[N];

int main(void) {
  for (int i = 0; i < M; i++)
    u[i] = (i % 7) * 0.5;
  for (int j = 0; j < N; j++)
    v[j] = (j % 11) * 0.25;

  for (int rep = 0; rep < 6; rep++)
    for (int i = 0; i < M; i++) {
#pragma omp parallel for
      for (int j = 0; j < N; j++)
        a[i][j] += u[i] * v[j];
    }

  double s = 0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      s += a[i][j] * ((i + j) % 2 ? 1 : 3);
  printf("%.4f\n", s);
  return 0;
}
