/* Product of a matrix that is computed on the fly, twice. */
#include <stdio.h>

#define N 700

static double u[N], v[N], w[N];

static double entry(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }

int main(void) {
  for (int i = 0; i < N; i++)
    u[i] = 1;
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < N; i++) {
      w[i] = 0;
      for (int j = 0; j < N; j++)
        w[i] += entry(i, j) * u[j];
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < N; i++) {
      v[i] = 0;
      for (int j = 0; j < N; j++)
        v[i] += entry(j, i) * w[j];
    }
  }
  printf("%.9f\n", v[0]);
  return 0;
}
