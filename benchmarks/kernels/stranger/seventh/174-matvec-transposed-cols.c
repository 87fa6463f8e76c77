#include <stdio.h>

#define M 1000
#define N 800

static double A[M][N], x[M], y[N];

static void gemtv(void) {
#pragma omp parallel for schedule(static, 1)
  for (int j = 0; j < N; j++) {
    double s = 0;
    for (int i = 0; i < M; i++)
      s += A[i][j] * x[i];
    y[j] = s;
  }
}

int main(void) {
  for (int i = 0; i < M; i++) {
    x[i] = (i % 4) + 0.5;
    for (int j = 0; j < N; j++)
      A[i][j] = (i + 3 * j) % 8;
  }
  for (int r = 0; r < 4; r++)
    gemtv();
  double s = 0;
  for (int j = 0; j < N; j++)
    s += y[j] * (j % 10);
  printf("%.2f\n", s);
  return 0;
}
