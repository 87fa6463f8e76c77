/* Symmetric rank-k update of the lower triangle, guided with minimum chunk 4; inner loop is a dot product of rows. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 700, K = 400 };

int main(void) {
  double(*a)[K] = malloc(sizeof(double[N][K]));
  double(*c)[N] = calloc(N, sizeof *c);
  if (!a || !c)
    return 1;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < K; k++)
      a[i][k] = ((i * 5 + k * 3) % 23) * 0.1;

#pragma omp parallel for schedule(guided, 4)
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++) {
      double s = 0;
      for (int k = 0; k < K; k++)
        s += a[i][k] * a[j][k];
      c[i][j] += s;
    }

  double t = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      t += c[i][j] * (1 + (i - j) % 4);
  printf("%.6f\n", t);
  free(a);
  free(c);
  return 0;
}
