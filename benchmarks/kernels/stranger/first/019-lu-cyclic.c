/* Right-looking dense LU without pivoting, trailing rows dealt out with schedule(static,1). */
#include <stdio.h>
#include <stdlib.h>

#define N 700

static double a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i == j ? N : 1.0 / (1 + abs(i - j));

  for (int k = 0; k < N - 1; k++) {
    const double piv = 1.0 / a[k][k];
#pragma omp parallel for schedule(static, 1)
    for (int i = k + 1; i < N; i++) {
      const double m = a[i][k] * piv;
      a[i][k] = m;
      for (int j = k + 1; j < N; j++)
        a[i][j] -= m * a[k][j];
    }
  }

  double s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += a[i][j] * ((i + j) % 3);
  printf("%.8f\n", s);
  return 0;
}
