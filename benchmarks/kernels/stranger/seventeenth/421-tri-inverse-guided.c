/* Rows of a triangular product by guided chunks. */
#include <stdio.h>

#define N 500

static double l[N][N], r[N][N], c[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      l[i][j] = (i + j) % 5 + 1;
      r[i][j] = (i * j) % 3 + 1;
    }

#pragma omp parallel for schedule(guided)
  for (int i = 0; i < N; i++)
    for (int k = 0; k <= i; k++)
      for (int j = 0; j <= k; j++)
        c[i][j] += l[i][k] * r[k][j];

  double s = 0.0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      s += c[i][j];
  printf("%.1f\n", s);
  return 0;
}
