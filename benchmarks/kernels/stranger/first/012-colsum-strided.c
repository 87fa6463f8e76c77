/* Column sums of a row-major int matrix, each thread takes whole columns and walks down them. */
#include <stdio.h>
#include <stdlib.h>

#define R 4000
#define C 3100

static int m[R][C];
static long sum[C];

int main(void) {
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++)
      m[i][j] = (i * 31 + j * 17) % 1000;

#pragma omp parallel for
  for (int j = 0; j < C; j++) {
    long s = 0;
    for (int i = 0; i < R; i++)
      s += m[i][j];
    sum[j] = s;
  }

  unsigned long h = 0;
  for (int j = 0; j < C; j++)
    h = h * 131 + (unsigned long)sum[j];
  printf("%lu\n", h);
  return 0;
}
