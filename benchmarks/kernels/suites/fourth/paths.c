// All shortest ways by Floyd in a static matrix, steps of a closure with rows in a team, then means of rows and columns.
#include <stdio.h>
#ifndef N
#define N 90
#endif
static float d[N][N], row[N], col[N];
__attribute__((noinline)) void paths(void) {
  for (int k = 0; k < N; k++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j] : d[i][k] + d[k][j];
  }
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        row[i] += d[i][j];
#pragma omp for
    for (int j = 0; j < N; j++)
      for (int i = 0; i < N; i++)
        col[j] += d[i][j];
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = 1 + (i * 7 + j * 3) % 19;
  paths();
  printf("%g %g\n", row[1], col[2]);
}
