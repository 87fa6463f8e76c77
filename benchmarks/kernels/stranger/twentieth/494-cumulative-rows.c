/* Summed area table: along rows, then down columns. */
#include <stdio.h>

#define N 1024

static float s[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s[i][j] = (float)((i + j) % 3);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < N; i++)
      for (int j = 1; j < N; j++)
        s[i][j] += s[i][j - 1];
#pragma omp for
    for (int j = 0; j < N; j++)
      for (int i = 1; i < N; i++)
        s[i][j] += s[i - 1][j];
  }
  printf("%.1f\n", s[N - 1][N - 1]);
  return 0;
}
