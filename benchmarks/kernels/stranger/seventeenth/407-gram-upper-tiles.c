/* Upper triangle of a Gram matrix, pairs of columns handed out one at a time. */
#include <stdio.h>

#define K 160
#define N 600

static double a[N][K], g[K][K];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++)
      a[i][k] = ((i * 31 + k * 17) % 29) * 0.1;

#pragma omp parallel for schedule(dynamic, 1)
  for (int p = 0; p < K; p++)
    for (int q = p; q < K; q++) {
      double s = 0.0;
      for (int i = 0; i < N; i++)
        s += a[i][p] * a[i][q];
      g[p][q] = s;
      g[q][p] = s;
    }

  double t = 0.0;
  for (int p = 0; p < K; p++)
    t += g[p][(p * 7) % K];
  printf("%.4f\n", t);
  return 0;
}
