/* Elimination with a fixed owner of each row: the loop runs over all rows and
   skips those that are done, so that a row never goes to another thread. */
#include <stdio.h>

#define N 320

static double a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? N : ((i * 5 + j * 3) % 11) * 0.1;

  for (int k = 0; k < N - 1; k++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < N; i++) {
      if (i <= k)
        continue;
      double f = a[i][k] / a[k][k];
      a[i][k] = f;
      for (int j = k + 1; j < N; j++)
        a[i][j] -= f * a[k][j];
    }
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += a[i][i];
  printf("%.6f\n", s);
  return 0;
}
