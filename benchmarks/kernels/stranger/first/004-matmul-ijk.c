/* Textbook i-j-k matrix product on power-of-two doubles: B is walked down its columns. */
#include <stdio.h>
#include <stdlib.h>

#define M 256
#define N 512

static double A[M][N], B[N][N], C[M][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      if (i < M)
        A[i][j] = (i + 2 * j) % 7 - 3;
      B[i][j] = (3 * i + j) % 5 - 2;
    }

#pragma omp parallel for
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++) {
      double s = 0.0;
      for (int k = 0; k < N; k++)
        s += A[i][k] * B[k][j];
      C[i][j] = s;
    }

  double chk = 0.0;
  for (int i = 0; i < M; i++)
    for (int j = 0; j < N; j++)
      chk += C[i][j] * ((i ^ j) & 15);
  printf("%.1f\n", chk);
  return 0;
}
