/* Transpose of a survey matrix whose pitch is a power of two. */
#include <stdio.h>
#include <stdlib.h>

#define N 2048

static float a[N][N], b[N][N];

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = (float)((i ^ j) & 1023);

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = a[j][i];

  double c = 0.0;
  for (int i = 0; i < N; i += 3)
    for (int j = 0; j < N; j += 5)
      c += b[i][j] * (i - j);
  printf("%.1f\n", c);
  return 0;
}
