/* The lower half of a matrix is written from the upper one. */
#include <stdio.h>

#define N 1024

static double a[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++)
      a[i][j] = (i * 3 + j * 5) % 23;

#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++)
      a[j][i] = a[i][j];

  double s = 0.0;
  for (int i = 0; i < N; i++)
    s += a[(i * 37) % N][i];
  printf("%.2f\n", s);
  return 0;
}
