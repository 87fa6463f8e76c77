#include <stdio.h>

#define N 1500

static double U[N][N];
static double x[N], y[N];

static void trmv(void) {
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < N; i++) {
    double s = 0.0;
    for (int j = i; j < N; j++)
      s += U[i][j] * x[j];
    y[i] = s;
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    x[i] = 1.0 + (i & 3);
    for (int j = i; j < N; j++)
      U[i][j] = (double)((i * 3 + j) % 13) - 6.0;
  }
  for (int k = 0; k < 6; k++)
    trmv();
  double c = 0;
  for (int i = 0; i < N; i++)
    c += y[i];
  printf("%.3f\n", c);
  return 0;
}
