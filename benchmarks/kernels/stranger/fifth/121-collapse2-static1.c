#include <stdio.h>

#define R 500
#define C 600

static float a[R][C], b[R][C], c[R][C];

void hadamard(void) {
  int i, j;
#pragma omp parallel for collapse(2) schedule(static, 1)
  for (i = 0; i < R; i++)
    for (j = 0; j < C; j++)
      c[i][j] = a[i][j] * b[i][j];
}

int main(void) {
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++) {
      a[i][j] = (float)(i % 10);
      b[i][j] = (float)(j % 8) * 0.25f;
    }
  for (int k = 0; k < 5; k++)
    hadamard();
  double s = 0;
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      s += c[i][j];
  printf("%.2f\n", s);
  return 0;
}
