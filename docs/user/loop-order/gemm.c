/* A product of two matrices, as the formula has it. */
#include <stdio.h>
#include <time.h>

enum { N = 1000 };
double a[N][N], b[N][N], c[N][N];

void multiply(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
  struct timespec from, to;
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = (i + j) % 7;
      b[i][j] = (i * j) % 5;
    }
  clock_gettime(CLOCK_MONOTONIC, &from);
  multiply();
  clock_gettime(CLOCK_MONOTONIC, &to);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += c[i][j];
  printf("sum %.0f\n", sum);
  fprintf(stderr, "%.3f s\n", (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec));
}
