/* The product of two matrices whose rows are a power of two long: the first example of docs/user/tutorial.md. */
#include <omp.h>
#include <stdio.h>

#define N 512
static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < N; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main(void) {
  double best = 1e9;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[j][i] = i - j;
  for (int call = 0; call < 5; call++) {
    double start = omp_get_wtime();
    multiply();
    double seconds = omp_get_wtime() - start;
    best = seconds < best ? seconds : best;
  }
  printf("%.0f ms, c[1][1] = %g\n", 1000 * best, c[1][1]);
}
