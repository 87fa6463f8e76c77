/* Copies the upper triangle of a matrix to the lower one. */
#include <stdio.h>

#define N 2048

static float a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      a[i][j] = (float)(i * 3 - j);
#pragma omp parallel for schedule(static)
  for (int i = 1; i < N; i++)
    for (int j = 0; j < i; j++)
      a[i][j] = a[j][i];
  printf("%.1f\n", a[N - 1][7]);
  return 0;
}
