/* A scratch line of each thread (threadprivate), used again by every row. */
#include <stdio.h>

#define N 1000

static double scratch[N];
#pragma omp threadprivate(scratch)

static double a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (i + j) % 12;

#pragma omp parallel for schedule(static, 2)
  for (int i = 0; i < N; i++) {
    scratch[0] = a[i][0];
    for (int j = 1; j < N; j++)
      scratch[j] = 0.5 * scratch[j - 1] + a[i][j];
    for (int j = N - 2; j >= 0; j--)
      a[i][j] = scratch[j] - 0.25 * a[i][j + 1];
  }

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += a[i][i];
  printf("%.8f\n", s);
  return 0;
}
