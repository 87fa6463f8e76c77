#include <stdio.h>
#include <stdlib.h>

#define N 1500

static void transpose_inplace(double **m, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      double tmp = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = tmp;
    }
}

int main(void) {
  double **m = malloc(N * sizeof *m);
  if (!m)
    return 1;
  for (int i = 0; i < N; i++) {
    m[i] = malloc(N * sizeof **m);
    if (!m[i])
      return 1;
    for (int j = 0; j < N; j++)
      m[i][j] = i * 0.5 + j;
  }
  for (int r = 0; r < 3; r++)
    transpose_inplace(m, N);
  double c = 0;
  for (int i = 0; i < N; i++)
    c += m[i][i / 2] - m[i / 2][i] * 0.25;
  for (int i = 0; i < N; i++)
    free(m[i]);
  free(m);
  printf("%.3f\n", c);
  return 0;
}
